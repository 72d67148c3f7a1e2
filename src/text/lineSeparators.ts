/** U+2028 and U+2029, which are valid in JSON text but are published as escapes (L1). */

// JavaScript before 2019 and some log readers treat these two as line breaks.
const lineSeparators = /[\u2028\u2029]/g;

/** JSON text with U+2028 and U+2029 as escapes. */
export function escapeLineSeparators(json: string): string {
  return json.replace(lineSeparators, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
}
