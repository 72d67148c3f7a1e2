/**
 * The page parameter and the paths of the contract as regular expressions, for servers configured by rules. They use
 * only the syntax that PCRE, RE2 and JavaScript share (A2, L4, D2, V1).
 */
import { familyFolder } from '../contract/bulkFiles.ts';
import type { PageSet } from '../contract/pageSizes.ts';
import { maxNameBytes } from '../contract/recordName.ts';
import { anyName, isListView, type Route } from '../contract/routes.ts';
import { type HostedSite, routesOf } from './host.ts';

const eitherCase = (letter: string) =>
  /[a-z]/.test(letter) ? `[${letter.toUpperCase()}${letter}]` : letter;

/** Matches a text with or without percent-encoding: `%70age`. */
export function escapablePattern(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => {
    const hex = byte.toString(16).padStart(2, '0');
    const escaped = `%${Array.from(hex, eitherCase).join('')}`;
    const sign = String.fromCharCode(byte);
    if (sign === '/') return sign;
    return byte < 0x80 ? `(?:${escapePattern(sign)}|${escaped})` : escaped;
  });
  return bytes.join('');
}

/**
 * On a raw query: group 1 is the value of its last `page`, empty if it has none (L4). No match means that there is no
 * `page`. The first `.*` is greedy, so the last `page` matches first.
 */
export const pageValuePattern = lastValuePattern('page');

/** The same for `page_size` (L5). */
export const sizeValuePattern = lastValuePattern('page_size');

/** The same for `type`, which selects a table at `/data/` (B1). */
export const tableValuePattern = lastValuePattern('type');

export const simpleTablePattern = `^${escapablePattern('simple')}$`;

/** On a decoded path, without a slash before it: the address of the table of a gene family; group 1 is its PhamID. */
export const familyPattern = `${familyFolder}([0-9]+)/?`;

function lastValuePattern(name: string): string {
  return `^(?:.*&)?${escapablePattern(name)}(?:=([^&]*))?(?:&.*)?$`;
}

export const lastWordPattern = `^${escapablePattern('last')}$`;

/** The groups of `pageNumberPattern` that form the number: nine, the most that every server can reference. */
export const pageNumberGroups = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const digit = (digits: string) => `(?:%3)?([${digits}])`;

/**
 * On a value of `page`: a number from 1, without leading zeros. Each digit is a group of its own, since it may be
 * percent-encoded; joined, the groups are the number in the page's file name. Whether the page exists is looked up in
 * the file system, so that new pages need no reload.
 */
export const pageNumberPattern = `^(?:0|%30)*${digit('1-9')}${`(?:${digit('0-9')})?`.repeat(pageNumberGroups.length - 1)}$`;

/** On a value of `page_size`: a number from `least`, which is at least 1; without groups. */
export function atLeastPattern(least: number): string {
  const one = (digits: string) => `(?:%3)?[${digits}]`;
  const figures = Array.from(String(least), Number);
  const any = (count: number) => one('0-9').repeat(count);
  const larger = figures.flatMap((figure, at) => {
    if (figure === 9) return [];
    const same = figures.slice(0, at).map((before) => one(String(before)));
    return [`${same.join('')}${one(`${figure + 1}-9`)}${any(figures.length - at - 1)}`];
  });
  const equal = figures.map((figure) => one(String(figure))).join('');
  const longer = `${one('1-9')}${any(figures.length)}(?:${one('0-9')})*`;
  return `^(?:0|%30)*(?:${[equal, ...larger, longer].join('|')})$`;
}

/**
 * On a request's raw path and query: paths that a server would normalize before it looks for a file, or that no name
 * can contain (A3, D2). Double slashes, dot segments, escaped slashes and backslashes, control characters, and a
 * fragment, which no client sends.
 */
export const oddPathPattern =
  '^[^?]*(?://|/(?:\\.|%2[Ee])(?:\\.|%2[Ee])?(?:[/?]|$)|\\\\|%2[Ff]|%5[Cc]|%[01][0-9A-Fa-f]|%7[Ff]|#)';

/** On the same: matches most paths, and no odd one. It never backtracks, and so is fast. */
export const plainPathPattern = '^(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*/?(?:[?]|$)';

const segment = '[^/]+';

/** On a decoded path: what is between `/api/` and the final slash in a route's addresses. */
export function routePattern({ path }: Route): string {
  return path.replace(anyName, segment);
}

/** On a decoded path: what is between `/api/` and the final slash in the addresses of views that have pages (V1). */
export function listViewsPattern(of: readonly Route[]): string {
  const views = of.filter(({ name }) => isListView(name));
  return `(?:${views.map(routePattern).join('|')})`;
}

/**
 * On a decoded path: what follows `/api` if only the final slash is missing (A2). Any segment counts as a name;
 * servers must exclude invalid ones by the patterns below, since the shared syntax has no negative lookahead.
 */
export function unslashedPattern(site: Pick<HostedSite, 'lastPages'>): string {
  const folders = routesOf(site).filter(({ kind }) => kind !== 'root');
  return `(?:/(?:${folders.map(routePattern).join('|')}))?`;
}

const word = (text: string) => Array.from(text, eitherCase).join('');
const numbered = '(?:[0-9]|¹|²|³)';
const devices = [
  ...['con', 'prn', 'aux', 'nul'].map(word),
  ...['com', 'lpt'].map((name) => word(name) + numbered),
  ...['conin', 'conout'].map((name) => `${word(name)}\\$`),
];

/**
 * On a decoded path without a final slash: a segment that cannot be a name (A3), except for its length and what
 * `oddPathPattern` finds. No record exists at such a path, so there is no redirect.
 */
export const unfitNamePattern =
  `/(?:${devices.join('|')})(?:\\.[^/]*)?(?:/|$)|[. ](?:/|$)|` +
  `/${word('index')}\\.${word('json')}(?:\\.${word('gz')}|\\.${word('br')})?(?:/|$)`;

/** On a decoded path, where a pattern sees bytes: a segment that is too long for a name (A3). */
export const longNamePattern = `[^/]{${maxNameBytes + 1}}`;

/** The same on a raw path, whether a pattern sees bytes or characters. */
export const rawLongNamePattern = `/(?:[^/%?]|%[0-9A-Fa-f][0-9A-Fa-f]){${maxNameBytes + 1}}`;

const following = '[\\x80-\\xbf]';
const characters = [
  '[\\x00-\\x7f]++',
  `[\\xc2-\\xdf]${following}`,
  `\\xe0[\\xa0-\\xbf]${following}`,
  `[\\xe1-\\xec\\xee\\xef]${following}{2}`,
  `\\xed[\\x80-\\x9f]${following}`,
  `\\xf0[\\x90-\\xbf]${following}{2}`,
  `[\\xf1-\\xf3]${following}{3}`,
  `\\xf4[\\x80-\\x8f]${following}{2}`,
];

/**
 * At the beginning of a decoded path, where a pattern sees bytes: the path is not UTF-8 (A3). Possessive, so that it
 * needs no backtracking: for servers with PCRE.
 */
export const notTextPattern = `(?:${characters.join('|')})*+(?!$)`;

/** The same where a pattern sees U+FFFD in place of bytes that are not UTF-8, as in Go. */
export const replacedBytesPattern = '\\x{FFFD}';

/** On a decoded path: the part after a list's address in the addresses of its pages as files (L7). Has no groups. */
export function pageFilesPattern(sets: readonly PageSet[] | undefined): string {
  const names = (sets ?? []).flatMap(({ name }) => name ?? []);
  const sized = names.length === 0 ? '' : `(?:page-size/(?:${names.join('|')})/)?`;
  return `(?:index|${sized}page/[1-9][0-9]*)\\.json`;
}

/** On a decoded path: what is between `/api/` and the final slash in the addresses of views with several pages; null if there are none. */
export function pagedViewsPattern({
  viewPages = {},
}: Pick<HostedSite, 'viewPages'>): string | null {
  const views = Object.keys(viewPages).map(literalPattern);
  return views.length === 0 ? null : `(?:${views.join('|')})`;
}

/** After that: their pages as files. */
export const viewPageFilesPattern = '/page/[1-9][0-9]*\\.json';

/** Matches a literal; safe in any quotes, and without braces, in which Caddy has placeholders. */
export function literalPattern(text: string): string {
  return text.replace(/[ -~]/g, (character) =>
    /[\w/-]/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16)}`,
  );
}

/** Matches the publisher's static files and their folders; null if there are none. Has no groups. */
export function staticPattern({ staticTops }: Pick<HostedSite, 'staticTops'>): string | null {
  const names = staticTops
    .filter((name) => name !== '.nojekyll')
    .map((name) => escapePattern(name) + (name.endsWith('/') ? '.*' : ''));
  return names.length === 0 ? null : `(?:${names.join('|')})`;
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}
