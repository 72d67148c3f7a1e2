/** The headers of every answer under `/api/` (M1, M2, M3, M5), as plain data. */

export type HeaderFields = Readonly<Record<string, string>>;

export const allowedMethods = 'GET, HEAD, OPTIONS';

export const jsonType = 'application/json';

/** What every answer carries, errors and redirects and 304s included (M1). */
export const apiHeaders: HeaderFields = {
  Allow: allowedMethods,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept',
};

/** The same fields of a host that compresses: what it sends varies by that, too, whether compressed or not (M1). */
export function variedHeaders(fields: HeaderFields): HeaderFields {
  return { ...fields, Vary: 'Accept, Accept-Encoding' };
}

/** How long an answer may be kept (M5). */
export function cacheControl(maxAgeSeconds: number): string {
  return `public, max-age=${maxAgeSeconds}`;
}

/** A 200 for GET and HEAD; the validator is the server's to add (M2, M5). */
export function contentHeaders(maxAgeSeconds: number): HeaderFields {
  return { ...apiHeaders, 'Content-Type': jsonType, 'Cache-Control': cacheControl(maxAgeSeconds) };
}

// Without it, a script sees neither which part of a file it got nor how long the file is.
export const exposedByBulk = ['Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag'] as const;

/** What every bulk file is answered with; its type depends on its name. Compressed ones are files, no form of another. */
export function bulkHeaders(maxAgeSeconds: number): HeaderFields {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposedByBulk.join(', '),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl(maxAgeSeconds),
  };
}

/** What scripts may send when they ask for a bulk file: what makes parts of it, and finds it unchanged. */
export const bulkRequestHeaders = 'Range, If-None-Match, If-Range';

/** A 204 for OPTIONS of a bulk file: leave to ask for a part of it. */
export const bulkPreflightHeaders: HeaderFields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': bulkRequestHeaders,
};

/** A 200 for OPTIONS; also what a CORS preflight needs (M3). */
export function optionsHeaders(maxAgeSeconds: number): HeaderFields {
  return { ...contentHeaders(maxAgeSeconds), 'Access-Control-Allow-Methods': allowedMethods };
}

/** A redirect to the canonical path (A2). Without a limit, browsers keep a 301 for ever. */
export function redirectHeaders(maxAgeSeconds: number): HeaderFields {
  return { ...apiHeaders, 'Cache-Control': cacheControl(maxAgeSeconds) };
}

/** A 404, 405 or worse (M5). */
export const errorHeaders: HeaderFields = {
  ...apiHeaders,
  'Content-Type': jsonType,
  'Cache-Control': 'no-store',
};
