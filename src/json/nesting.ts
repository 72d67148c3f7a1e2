/** How deep JSON is nested, told without parsing it: a parser takes fifty bytes of memory for each bracket. */

const quote = 0x22;
const backslash = 0x5c;

// Far deeper than anything that is published, and nothing to a parser.
const deepest = 10_000;

/** Whether arrays and objects in the bytes, which need not be good JSON, are nested beyond all measure. */
export function isNestedTooDeep(bytes: Uint8Array): boolean {
  // So few bytes cannot be.
  if (bytes.length <= deepest) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > deepest) return true;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    }
  }
  return false;
}
