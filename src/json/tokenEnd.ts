/** The end of a token in valid JSON. */
import { backslash, isSpace, quote } from './bytes.ts';

/** The offset after the string or word that starts at `start`; after one unit for anything else. */
export function tokenEnd(text: string, start: number): number {
  // A loop: a regular expression would overflow the stack for strings of millions of characters.
  let at = start + 1;
  if (text.charCodeAt(start) === quote) {
    for (let unit = text.charCodeAt(at); unit !== quote; unit = text.charCodeAt(at)) {
      at += unit === backslash ? 2 : 1;
    }
    return at + 1;
  }
  if (!isOfWord(text.charCodeAt(start))) return at;
  while (isOfWord(text.charCodeAt(at))) at++;
  return at;
}

/** Whether a unit can be part of a number, true, false or null. */
function isOfWord(unit: number): boolean {
  const isLetter = unit >= 0x61 && unit <= 0x7a;
  const isDigit = unit >= 0x30 && unit <= 0x39;
  return isLetter || isDigit || unit === 0x2d || unit === 0x2e || unit === 0x2b || unit === 0x45;
}

/** The first offset from `at` on that is not white space. */
export function spaceEnd(text: string, at: number): number {
  let end = at;
  for (;;) {
    if (!isSpace(text.charCodeAt(end))) return end;
    end++;
  }
}
