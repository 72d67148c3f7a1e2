/** Minifies JSON in bytes: removes only the white space between tokens. */
import { backslash, isSpace, quote } from './bytes.ts';

/**
 * Writes `json`, which may be invalid, to offset `at` of `bytes`, which must have room for all of it; returns the end.
 */
export function compactInto(bytes: Buffer, at: number, json: Buffer): number {
  let end = at;
  let isInString = false;
  for (let from = 0; from < json.length; from++) {
    const byte = json[from] ?? 0;
    if (!isInString && isSpace(byte)) continue;
    bytes[end++] = byte;
    if (byte === quote) isInString = !isInString;
    else if (isInString && byte === backslash && from + 1 < json.length) {
      bytes[end++] = json[++from] ?? 0;
    }
  }
  return end;
}
