/** Measures how deep JSON is nested without parsing it: a parser takes fifty bytes of memory per bracket. */
import { backslash, closeBrace, closeBracket, openBrace, openBracket, quote } from './bytes.ts';

// Far deeper than anything published, and harmless to a parser.
const deepest = 10_000;

/** Whether arrays and objects in the bytes, which need not be valid JSON, are nested too deep to parse. */
export function isNestedTooDeep(bytes: Uint8Array): boolean {
  // Too few bytes to be nested deeper.
  if (bytes.length <= deepest) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === openBrace || byte === openBracket) {
      if (++depth > deepest) return true;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--;
    }
  }
  return false;
}
