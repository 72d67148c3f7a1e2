/** Percent-encodes the path of a published file for a URL. */

/** Without a leading slash; null for a lone surrogate, which no URL can contain. */
export function escapedPath(path: string): string | null {
  try {
    return path.split('/').map(encodeURIComponent).join('/');
  } catch {
    return null;
  }
}
