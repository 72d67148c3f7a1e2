/**
 * The contract's page parameter and paths as regular expressions, for servers that are told rules instead of
 * code: in the syntax that PCRE, RE2 and JavaScript share (A2, L4, D2, V1).
 */
import { collectionNames, listNames } from '../contract/collectionName.ts';
import { maxNameBytes } from '../contract/recordName.ts';
import { anyName, type ViewTemplate, viewTemplates } from '../contract/viewAddresses.ts';

const anyCase = (letter: string) =>
  /[a-z]/.test(letter) ? `[${letter.toUpperCase()}${letter}]` : letter;

/** Matches a text as such and with any of its bytes escaped: `%70age`. */
export function escapablePattern(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => {
    const hex = byte.toString(16).padStart(2, '0');
    const escaped = `%${Array.from(hex, anyCase).join('')}`;
    const sign = String.fromCharCode(byte);
    if (sign === '/') return sign;
    return byte < 0x80 ? `(?:${escapePattern(sign)}|${escaped})` : escaped;
  });
  return bytes.join('');
}

/**
 * Of a raw query: group 1 is the value of its last `page`, empty without a value (L4). The query is without
 * one where this does not match. The first `.*` is greedy, so no earlier `page` is ever tried before a later.
 */
export const pageValuePattern = `^(?:.*&)?${escapablePattern('page')}(?:=([^&]*))?(?:&.*)?$`;

/** Of such a value: the word for the last page. */
export const lastWordPattern = `^${escapablePattern('last')}$`;

/** The groups of `pageNumberPattern`, which make up the number: as many as every server can name. */
export const pageNumberGroups = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const digit = (digits: string) => `(?:%3)?([${digits}])`;

/**
 * Of such a value: a number from 1, each of whose digits is a group, since they may be escaped, and without
 * its leading zeros. All groups in a row are the number as the file of the page has it; whether there is such
 * a page is asked of the files, so that a server need not learn of new pages.
 */
export const pageNumberPattern = `^(?:0|%30)*${digit('1-9')}${`(?:${digit('0-9')})?`.repeat(pageNumberGroups.length - 1)}$`;

/**
 * Of a request's raw path and query: what a server would repair before it looks for a file, or what no name
 * can hold (A3, D2). Doubled slashes, dot segments, escaped slashes and backslashes, control characters, and
 * a fragment, which no client sends.
 */
export const oddPathPattern =
  '^[^?]*(?://|/(?:\\.|%2[Ee])(?:\\.|%2[Ee])?(?:[/?]|$)|\\\\|%2[Ff]|%5[Cc]|%[01][0-9A-Fa-f]|%7[Ff]|#)';

/** Of the same: what most paths are like, and none that is odd. It never goes back, and so is quickly told. */
export const plainPathPattern = '^(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*/?(?:[?]|$)';

const segment = '[^/]+';

/** Of a decoded path: what stands between `/api/` and the final slash at the views of a template. */
export function templatePattern(template: ViewTemplate): string {
  return template
    .split('/')
    .map((part) => (part === anyName ? segment : part))
    .join('/');
}

const unslashedPaths: readonly string[] = [
  ...listNames,
  ...collectionNames.map((collection) => `${collection}/${segment}`),
  ...viewTemplates.map(templatePattern),
];

/**
 * Of a decoded path: what follows `/api` where all that lacks is the final slash (A2). It takes anything for a name:
 * what can be none, servers must rule out by the patterns below. The shared syntax has no "but not".
 */
export const unslashedPattern = `(?:/(?:${unslashedPaths.join('|')}))?`;

const word = (text: string) => Array.from(text, anyCase).join('');
const numbered = '(?:[0-9]|¹|²|³)';
const devices = [
  ...['con', 'prn', 'aux', 'nul'].map(word),
  ...['com', 'lpt'].map((name) => word(name) + numbered),
  ...['conin', 'conout'].map((name) => `${word(name)}\\$`),
];

/**
 * Of a decoded path without a final slash: a part that no name can be (A3), but for its length and for what is odd.
 * No record is there that the path could lead to.
 */
export const unfitNamePattern =
  `/(?:${devices.join('|')})(?:\\.[^/]*)?(?:/|$)|[. ](?:/|$)|` +
  `/${word('index')}\\.${word('json')}(?:\\.${word('gz')}|\\.${word('br')})?(?:/|$)`;

/** Of a decoded path, where a pattern sees bytes: a part that is too long for a name (A3). */
export const longNamePattern = `[^/]{${maxNameBytes + 1}}`;

/** The same of a raw path, whatever a pattern sees. */
export const rawLongNamePattern = `/(?:[^/%?]|%[0-9A-Fa-f][0-9A-Fa-f]){${maxNameBytes + 1}}`;

/** Matches the publisher's own files, and the folders that they lie in; null where there are none. Has no groups. */
export function staticPattern({ extras }: { readonly extras: readonly string[] }): string | null {
  const names = extras
    .filter((name) => name !== '.nojekyll')
    .map((name) => escapePattern(name) + (name.endsWith('/') ? '.*' : ''));
  return names.length === 0 ? null : `(?:${names.join('|')})`;
}

/** A text that a regular expression shall find as it is. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}
