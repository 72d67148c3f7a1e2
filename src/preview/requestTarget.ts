/** Parses the target of a request line into path and query. */

export interface RequestTarget {
  /** Still percent-encoded. */
  readonly path: string;
  /** Without its `?`; '' when there is none. */
  readonly query: string;
}

/**
 * Splits the target of a request line as Node provides it: origin form, or the absolute form that is sent to proxies
 * (RFC 9112, 3.2.2). Nothing is normalized or decoded: `//`, `/../` and `%00` are left to the router.
 */
export function parseRequestTarget(target: string): RequestTarget {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark === -1 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : local.slice(mark + 1) };
}
