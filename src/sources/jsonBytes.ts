/** White space and the end of a value in a stream of the bytes of JSON. */
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpace,
  newline,
  openBrace,
  openBracket,
  quote,
} from '../json/bytes.ts';
import type { ByteInput } from './byteInput.ts';

export function trimSpace(bytes: Buffer): Buffer {
  let start = 0;
  let end = bytes.length;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

/** Moves the cursor past white space, counting lines; returns the byte it stops at. */
export async function skipSpace(input: ByteInput): Promise<number | undefined> {
  for (;;) {
    const byte = await input.peek();
    if (!isSpace(byte)) return byte;
    if (byte === newline) input.line++;
    input.at++;
  }
}

/**
 * Takes the value at the cursor, which must not be white space, and moves the cursor past it. Tracks only strings
 * and brackets: broken JSON is returned as it is, cut off at the end of the source. Null when the value is longer
 * than `maxBytes`.
 */
export async function takeValue(input: ByteInput, maxBytes: number): Promise<Buffer | null> {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  input.mark = input.at;
  try {
    for (;;) {
      const { bytes } = input;
      let at = input.at;
      for (; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte === newline) input.line++;
        if (inString) {
          if (isEscaped) {
            isEscaped = false;
          } else if (byte === backslash) {
            isEscaped = true;
          } else if (byte === quote) {
            inString = false;
            if (depth === 0) return takeUntil(input, at + 1, maxBytes);
          }
        } else if (byte === quote) {
          inString = true;
        } else if (byte === openBrace || byte === openBracket) {
          depth++;
        } else if (byte === closeBrace || byte === closeBracket) {
          // After a bare value, as in `[1]`, the bracket belongs to the enclosing array.
          if (depth === 0) return takeUntil(input, at, maxBytes);
          depth--;
          if (depth === 0) return takeUntil(input, at + 1, maxBytes);
        } else if (depth === 0 && (byte === comma || byte === colon || isSpace(byte))) {
          if (byte === newline) input.line--;
          return takeUntil(input, at, maxBytes);
        }
      }
      input.at = at;
      if (at - input.mark > maxBytes) return null;
      if (!(await input.fill())) return takeUntil(input, input.bytes.length, maxBytes);
    }
  } finally {
    input.mark = -1;
  }
}

/** Moves the cursor to `end` and returns the bytes since the mark; null if there are too many. */
function takeUntil(input: ByteInput, end: number, maxBytes: number): Buffer | null {
  input.at = end;
  return end - input.mark > maxBytes ? null : input.bytes.subarray(input.mark, end);
}
