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

/** The kinds under which reports count the lines, cells and values that had some, and list entities that stay. */
export const hadInvisible =
  'texts with signs that nobody sees (soft hyphens, blanks without width or break) or entities (&gt;), now without';
export const keptEntity = 'entities of HTML that stand for no known sign, and stay';

/** The text without them, with plain blanks; itself where it has none. */
export function withoutInvisible(text: string): string {
  return signs.some((sign) => text.includes(sign)) ? text.replaceAll(any, plain) : text;
}

/** Characters one after the other from the first of each line, by their names in HTML. */
const runs: readonly (readonly [first: number, names: string])[] = [
  [
    0xa0,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
      'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
      'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
  ],
  [
    0x391,
    'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho',
  ],
  [0x3a3, 'Sigma Tau Upsilon Phi Chi Psi Omega'],
  [
    0x3b1,
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega',
  ],
  [0x2013, 'ndash mdash'],
  [0x2018, 'lsquo rsquo sbquo'],
  [0x201c, 'ldquo rdquo bdquo'],
  [0x2026, 'hellip'],
  [0x2032, 'prime Prime'],
  [0x2190, 'larr uarr rarr darr harr'],
  [0x2212, 'minus'],
  [0x2264, 'le ge'],
];
const ofXml = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const named = new Map([
  ...runs.flatMap(([first, names]) =>
    names.split(' ').map((name, at) => [name, String.fromCodePoint(first + at)] as const),
  ),
  ...Object.entries(ofXml).flatMap(([name, sign]) =>
    [name, name.toUpperCase()].map((one) => [one, sign] as const),
  ),
]);
const entityForm = (begin: string, hash: string, end: string) =>
  new RegExp(`${begin}(?:(\\w+)|${hash}(\\d+)|${hash}x([\\da-f]+))${end}`, 'gi');
const hasEntity = (text: string) => text.includes('&') || text.includes('%26');
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
    const sign = name === undefined ? numbered : named.get(name);
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
  const plainText = hasEntity(text) ? withoutEntities(text, encodeSign, escapedEntity) : text;
  return withoutInvisible(plainText).replaceAll(escaped, (sign) => plain(decodeURIComponent(sign)));
}

/** The line of a text that is another without them; or the first one with an entity that stays. */
export interface CleanedLine {
  readonly line: number;
  readonly kept?: string;
}

/** Tells of a text that was cleaned, given its first line, which of its lines these are: each entity that stays once. */
export function watchCleaning(clean: (line: string) => string = cleanText) {
  const form = clean === cleanGff3 ? escapedEntity : entity;
  const told = new Set<string>();
  const isNew = (one: string) => !told.has(one) && told.add(one);
  return (given: string, cleaned: string, firstLine: number): CleanedLine[] => {
    if (given === cleaned && !(hasEntity(given) && given.search(form) >= 0)) return [];
    return given.split(/\r\n?|\n/).flatMap((text, at) => {
      const line = firstLine + at;
      // `A&B;` is rather a text.
      const kept = (text.match(form) ?? []).filter((one) => one.length > 3 && clean(one) === one);
      const entities = kept.filter(isNew).map((one) => ({ line, kept: one }));
      return clean(text) === text ? entities : [{ line }, ...entities];
    });
  };
}
