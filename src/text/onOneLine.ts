/** Text for the header of a sequence: what would break the line, or not be seen, is a blank. */

// Line breaks of any program, and control characters.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unshown = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

export function onOneLine(text: string): string {
  return text.replaceAll(unshown, ' ');
}
