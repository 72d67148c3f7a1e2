/** The path of a published file as it stands in an address. */

/** Without a slash before it; null for what no address can hold: half of a surrogate pair. */
export function escapedPath(path: string): string | null {
  try {
    return path.split('/').map(encodeURIComponent).join('/');
  } catch {
    return null;
  }
}
