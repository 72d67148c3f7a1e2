/** The path and query of a request at the edge, without the site's prefix. */

export interface EdgeTarget {
  /** Still percent-encoded; begins with `/`. */
  readonly path: string;
  /** Without its `?`; '' when there is none. */
  readonly query: string;
}

/**
 * Splits an absolute URL by hand: a URL parser would normalize `//`, `..` and escapes, which the router must see. A
 * path outside the prefix stays as it is, since a proxy may have stripped the prefix.
 */
export function targetBelow(prefix: string, url: string): EdgeTarget {
  const local = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const mark = local.indexOf('?');
  const path = mark === -1 ? local : local.slice(0, mark);
  return {
    path: (path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path) || '/',
    query: mark === -1 ? '' : local.slice(mark + 1),
  };
}

/** The URL of a file of the site at its host, without prefix; the path is relative and not escaped. */
export function fileUrl(requestUrl: string, file: string): string {
  const path = file.split('/').map(encodeURIComponent).join('/');
  return `${originOf(requestUrl)}/${path}`;
}

/** The URL of a path outside the API at its host, without prefix. */
export function plainUrl(requestUrl: string, target: EdgeTarget): string {
  return originOf(requestUrl) + pathAndQuery(target);
}

export function pathAndQuery({ path, query }: EdgeTarget): string {
  return path + (query === '' ? '' : `?${query}`);
}

export function originOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
}
