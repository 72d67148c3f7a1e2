/** The bytes of JSON syntax, and the end of a value in a stream of bytes. */
import type { ByteInput } from './byteInput.ts';

export const newline = 0x0a;
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
const backslash = 0x5c;
export const closeBracket = 0x5d;
const openBrace = 0x7b;
export const closeBrace = 0x7d;

function isJsonSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;
}

export function trimSpace(bytes: Buffer): Buffer {
  let start = 0;
  let end = bytes.length;
  while (start < end && isJsonSpace(bytes[start])) start++;
  while (end > start && isJsonSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

/** Moves the cursor past white space, counting lines; returns the byte it stops at. */
export async function skipSpace(input: ByteInput): Promise<number | undefined> {
  for (;;) {
    const byte = await input.peek();
    if (!isJsonSpace(byte)) return byte;
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
        } else if (depth === 0 && (byte === comma || byte === colon || isJsonSpace(byte))) {
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
