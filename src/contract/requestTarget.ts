/** Parses the target of a request into path and query. Nothing is normalized or decoded: the router does that. */
import type { RouteRequest } from './route.ts';

export type RequestTarget = Pick<RouteRequest, 'path' | 'query'>;

/**
 * Splits the target of a request line: origin form, or the absolute form that is sent to proxies (RFC 9112, 3.2.2). By
 * hand: a URL parser would normalize `//`, `/../` and escapes.
 */
export function parseRequestTarget(target: string): RequestTarget {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark === -1 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : local.slice(mark + 1) };
}

/**
 * The target of a whole URL, without the site's prefix. A path outside the prefix stays as it is, since a proxy may
 * have stripped the prefix.
 */
export function targetBelow(prefix: string, url: string): RequestTarget {
  const { path, query } = parseRequestTarget(url.replace(/#.*$/, ''));
  return { path: path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path, query };
}

/** A target as in a request line. */
export function pathAndQuery({ path, query }: RequestTarget): string {
  return path + (query === '' ? '' : `?${query}`);
}
