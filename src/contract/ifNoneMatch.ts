/** Whether a client has the bytes of an answer already (M5). */

/**
 * Whether an `If-None-Match` header names a validator: a list of tags, or `*` for any. The comparison is
 * the weak one, as RFC 9110 13.1.2 has it: whoever compresses an answer marks its tag with `W/`.
 */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([listed]) => listed).includes(opaque);
}
