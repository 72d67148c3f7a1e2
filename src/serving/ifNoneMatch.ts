/** Revalidation: whether the client's copy of a response is still current (M5). */

/**
 * Whether an `If-None-Match` header matches an ETag: the header is a list of tags, or `*` for any. Uses the weak
 * comparison of RFC 9110 13.1.2, because a proxy that compresses a response marks its tag with `W/`.
 */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([listed]) => listed).includes(opaque);
}
