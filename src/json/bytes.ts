/** The bytes of JSON syntax, which are also its UTF-16 code units. */

export const newline = 0x0a;
export const quote = 0x22;
export const comma = 0x2c;
export const zero = 0x30;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** Whether a byte is white space between values. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;
}
