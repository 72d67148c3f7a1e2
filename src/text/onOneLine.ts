/** Text for the header of a sequence: characters that would break the line or be invisible become blanks. */

// Line breaks of any program, and control characters.
// oxlint-disable-next-line no-control-regex -- these characters are meant
const unshown = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

export function onOneLine(text: string): string {
  return text.replaceAll(unshown, ' ');
}
