/** The end of a JSON value in bytes that may be truncated or invalid. */
import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  isSpace,
  openBrace,
  openBracket,
  quote,
} from './bytes.ts';

/**
 * The end of the JSON value that starts at an offset. It counts brackets and skips strings, nothing else, so it
 * needs no stack; an unterminated value ends with the bytes.
 */
export function endOfValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
      if (depth === 0) return Math.min(at + 1, bytes.length);
    } else if (byte === openBrace || byte === openBracket) {
      depth++;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (byte === comma || isSpace(byte))) {
      return at;
    }
  }
  return bytes.length;
}
