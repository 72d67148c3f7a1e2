/** The base URL, and the absolute links in responses, each of which starts with it (A1). */
import type { CollectionName, ListName } from './collectionName.ts';
import type { PageSize } from './pageSizes.ts';
import { pageFile } from './sitePaths.ts';

/** How a page links to its neighbours: by query (L2), or by the path of its file, which any file server can serve. */
export const linkStyles = ['query', 'path'] as const;

export type LinkStyle = (typeof linkStyles)[number];

export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

export function listLink(baseUrl: string, list: ListName): string {
  return `${baseUrl}/api/${list}/`;
}

/**
 * The address of a page (L2 or L7), from 1, of a list, or of a view as in `ViewPages`. `size` is the name of the page
 * set: its links stay within the set (L5).
 */
export function pageLink(
  baseUrl: string,
  of: string,
  page: number,
  style: LinkStyle,
  size: PageSize | null = null,
): string {
  const file = style === 'query' ? `api/${of}/` : pageFile(of, page, size);
  const path = file.split('/').map(encodeURIComponent).join('/');
  const ofSize = size === null ? '' : `&page_size=${size}`;
  return `${baseUrl}/${path}?format=api&page=${page}${ofSize}`;
}

/** The links of page `page` of `lastPage` (L2); the link to page 1 includes its number. */
export function pageLinks(
  baseUrl: string,
  of: string,
  page: number,
  lastPage: number,
  style: LinkStyle,
  size: PageSize | null = null,
): PageLinks {
  return {
    next: page < lastPage ? pageLink(baseUrl, of, page + 1, style, size) : null,
    previous: page > 1 ? pageLink(baseUrl, of, page - 1, style, size) : null,
  };
}

/** The address of a record (A3, D1); the name must have passed `unsafeNameReason`. */
export function recordLink(baseUrl: string, collection: CollectionName, name: string): string {
  return `${listLink(baseUrl, collection)}${encodeURIComponent(name)}/`;
}

type ParsedBaseUrl =
  { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly reason: string };

/**
 * Parses a base URL: absolute, http or https, without query, fragment or user name (A1).
 *
 * Returns it in WHATWG form (host in lower case, default port left out, dot segments resolved) without its trailing
 * slash, or why it is not valid, as a text that completes the sentence "found an address that …".
 */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  // Checked before `new URL`, which silently drops or repairs all of these.
  const reason = unfitReason(text);
  if (reason !== null) return { ok: false, reason };

  const url = parseUrl(text);
  if (url === null) return { ok: false, reason: 'is not a valid URL' };

  const path = url.pathname.replace(/\/$/, '');
  if (path.endsWith('/') || path.includes('//')) {
    return { ok: false, reason: 'has an empty path segment (a doubled slash)' };
  }
  if (!isDecodable(path)) return { ok: false, reason: 'has a malformed percent escape' };
  return { ok: true, baseUrl: url.origin + path };
}

export function basePath(baseUrl: string): string {
  return baseUrl.replace(/^https?:\/\/[^/]*/, '');
}

/** Whether a base URL leads to the machine of whoever follows the link: a loopback address. */
export function leadsToThisMachine(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return isOfThisMachine(hostname) || hostname === '0.0.0.0' || hostname === '[::]';
}

/** Whether a host name or IP address, in the form of a URL, always means the local machine. */
export function isOfThisMachine(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    /^127(?:\.[0-9]+){3}$/.test(name) ||
    /^\[::(?:1|ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\]$/.test(name)
  );
}

/** Normalizes a `Host` header, or a host name as typed, to the form that URLs use; null when it is not valid. */
export function hostnameIn(host: string): string | null {
  if (host === '' || /[\s/\\?#@]/.test(host)) return null;
  return parseUrl(`http://${host}`)?.hostname.replace(/\.$/, '') ?? null;
}

function unfitReason(text: string): string | null {
  if (/[\s\p{Cc}]/u.test(text)) return 'contains white space or a control character';
  if (text.includes('\\')) return 'contains a backslash';
  if (!/^https?:\/\//i.test(text)) return 'does not start with http:// or https://';
  if (text.includes('?')) return 'has a query';
  if (text.includes('#')) return 'has a fragment';
  const host = text.replace(/^https?:\/\//i, '').replace(/\/.*$/, '');
  if (host === '') return 'has no host';
  if (host.includes('@')) return 'has a user name or password';
  return null;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export interface LinkChange {
  readonly from: string;
  readonly to: string;
}

/** Rewrites `next` and `previous` in a page's envelope (L2), before `results`, and no byte of its records. */
export function rewritePageLinks(page: Uint8Array, change: LinkChange): Uint8Array {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  // A quote inside a link would be escaped, so the first match is the key.
  const headLength = bytes.indexOf('"results":[');
  if (headLength === -1) return page;

  const head = bytes.toString('utf8', 0, headLength);
  const rewritten = ['next', 'previous'].reduce(
    // A replacement function, since `$` is special in a replacement string.
    (text, key) => text.replace(linkStart(key, change.from), () => linkStart(key, change.to)),
    head,
  );
  if (rewritten === head) return page;
  return Buffer.concat([Buffer.from(rewritten), bytes.subarray(headLength)]);
}

/** Rewrites every string value that is an API link in a small JSON text: the list of addresses at the root. */
export function rewriteRootLinks(index: Uint8Array, change: LinkChange): Uint8Array {
  const value: unknown = JSON.parse(Buffer.from(index).toString(), (_key, item: unknown) =>
    typeof item === 'string' && item.startsWith(`${change.from}/`)
      ? change.to + item.slice(change.from.length)
      : item,
  );
  return Buffer.from(JSON.stringify(value));
}

function linkStart(key: string, baseUrl: string): string {
  return `"${key}":${JSON.stringify(baseUrl).slice(0, -1)}/`;
}
