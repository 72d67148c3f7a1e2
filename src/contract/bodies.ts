/** The response bodies of errors (L4, D2, M4). */

export const invalidPageBody = errorBody('Invalid page.');
export const notFoundBody = errorBody('Not found.');

/** The body of a 405; without the method on hosts that cannot insert it (M4). */
export function methodNotAllowedBody(method?: string): string {
  return errorBody(
    method === undefined ? 'Method not allowed.' : `Method "${method}" not allowed.`,
  );
}

/** An error as JSON text; `detail` is a sentence. */
export function errorBody(detail: string): string {
  return JSON.stringify({ detail });
}
