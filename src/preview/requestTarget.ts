/** The path and query of a request, whichever form its target had. */

export interface RequestTarget {
  /** Still percent-encoded. */
  readonly path: string;
  /** Without its `?`; '' when there is none. */
  readonly query: string;
}

/**
 * Splits the target of a request line as Node gives it: origin form, or the absolute form that proxies
 * get (RFC 9112, 3.2.2). Nothing is resolved or decoded: `//`, `/../` and `%00` are the contract's to judge.
 */
export function parseRequestTarget(target: string): RequestTarget {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark === -1 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : local.slice(mark + 1) };
}
