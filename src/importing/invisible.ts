/** Signs that nobody sees, which come along where texts are copied: with one in it, a name is another. */

/** Soft hyphen, blank without width, marks of direction, word joiner, and byte order mark. */
const signs = ['\u00AD', '\u200B', '\u200E', '\u200F', '\u2060', '\uFEFF'];
const any = new RegExp(`[${signs.join('')}]`, 'g');
/** As GFF3 files escape them. */
const escaped = new RegExp(signs.map(encodeURIComponent).join('|'), 'gi');

/** The kind under which reports count the lines, cells and values that had some. */
export const hadInvisible =
  'texts with signs that nobody sees (blanks without width, soft hyphens), now without';

/** The text without them; itself where it has none. */
export function withoutInvisible(text: string): string {
  return signs.some((sign) => text.includes(sign)) ? text.replaceAll(any, '') : text;
}

/** The same of a text whose signs may be escaped. */
export function withoutEscapedInvisible(text: string): string {
  return withoutInvisible(text).replaceAll(escaped, '');
}

/** The numbers of the lines of a text, from 1, that are others without them. */
export function linesWithInvisible(text: string, clean = withoutInvisible): number[] {
  return text.split(/\r\n?|\n/).flatMap((line, at) => (clean(line) === line ? [] : at + 1));
}
