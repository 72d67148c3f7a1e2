/** Parses the base URL, with which every absolute link starts (A1). */

export type ParsedBaseUrl =
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

/** The path of a parsed base URL: '' or for example '/phages'. */
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
