/** What comes along where texts are copied: signs that nobody sees, with which a name is another, and entities of HTML. */
import { encodeValue } from '../text/escapes.ts';

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
  'texts with signs that nobody sees (soft hyphens, blanks without width or break) or entities (&gt;), now without';

/** The text without them, with plain blanks; itself where it has none. */
export function withoutInvisible(text: string): string {
  return signs.some((sign) => text.includes(sign)) ? text.replaceAll(any, plain) : text;
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);
const entityForm = (begin: string, hash: string, end: string) =>
  new RegExp(`${begin}(?:(\\w+)|${hash}(\\d+)|${hash}x([\\da-f]+))${end}`, 'gi');
const entity = entityForm('&', '#', ';');
const escapedEntity = entityForm('(?:&|%26)', '(?:#|%23)', '(?:;|%3B)');

/** The text with what its entities stand for, as `write` gives it; control characters and unknown ones stay entities. */
export function withoutEntities(
  text: string,
  write = (sign: string, _entity: string) => sign,
  form = entity,
): string {
  return text.replaceAll(form, (found, name?: string, decimal?: string, hexadecimal = '') => {
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    const numbered = code <= 0x10ffff ? String.fromCodePoint(code) : '';
    const sign = name === undefined ? numbered : named.get(name.toLowerCase());
    return /^[^\p{Cc}\p{Cs}\p{Cn}]$/u.test(sign ?? '') ? write(sign ?? '', found) : found;
  });
}

/** Without either. */
export function cleanText(text: string, write?: (sign: string, entity: string) => string): string {
  return withoutInvisible(text.includes('&') ? withoutEntities(text, write) : text);
}

/** The same of the text of a GenBank file, where quotes are doubled. */
export function cleanGenbank(text: string): string {
  return cleanText(text, (sign) => (sign === '"' ? '""' : sign));
}

// As `&` is, what was `&amp;lt;` is found to be no end of an attribute.
const encodeSign = (sign: string) => (sign === '&' ? sign : encodeValue(sign));

/** The same of the text of a GFF3 file, where signs may be escaped. */
export function cleanGff3(text: string): string {
  const hasEntity = text.includes('&') || text.includes('%26');
  const plainText = hasEntity ? withoutEntities(text, encodeSign, escapedEntity) : text;
  return withoutInvisible(plainText).replaceAll(escaped, (sign) => plain(decodeURIComponent(sign)));
}

/** The numbers of the lines of a text, from 1, that are others without them. */
export function linesWithInvisible(
  text: string,
  clean: (line: string) => string = cleanText,
): number[] {
  return text.split(/\r\n?|\n/).flatMap((line, at) => (clean(line) === line ? [] : at + 1));
}
