/** Signs that nobody sees, which come along where texts are copied: with one in it, a name is another. */

/** Soft hyphen, blank without width, marks of direction, word joiner, and byte order mark; and blanks at which no line breaks. */
const nothing = Array.from(
  '\u00AD\u061C\u200B\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\uFEFF',
);
const blanks = ['\u00A0', '\u2007', '\u202F'];
const signs = [...nothing, ...blanks];
const any = new RegExp(`[${signs.join('')}]`, 'g');
/** As GFF3 files escape them. */
const escaped = new RegExp(signs.map(encodeURIComponent).join('|'), 'gi');
const plain = (sign: string) => (blanks.includes(sign) ? ' ' : '');

/** The kind under which reports count the lines, cells and values that had some. */
export const hadInvisible =
  'texts with signs that nobody sees (soft hyphens, blanks without width or break), now without';

/** The text without them, with plain blanks; itself where it has none. */
export function withoutInvisible(text: string): string {
  return signs.some((sign) => text.includes(sign)) ? text.replaceAll(any, plain) : text;
}

/** The same of a text whose signs may be escaped. */
export function withoutEscapedInvisible(text: string): string {
  return withoutInvisible(text).replaceAll(escaped, (sign) => plain(decodeURIComponent(sign)));
}

/** The numbers of the lines of a text, from 1, that are others without them. */
export function linesWithInvisible(text: string, clean = withoutInvisible): number[] {
  return text.split(/\r\n?|\n/).flatMap((line, at) => (clean(line) === line ? [] : at + 1));
}
