/** A row of the contract's table: a request and the expected response; and helpers to write rows. */
import { capabilities, type Capability, type Keeps } from '../contract/capabilities.ts';
import {
  type CollectionName,
  type ListName,
  listNames,
  type PerCollection,
  type PerList,
} from '../contract/collectionName.ts';
import type { PageSets, ViewPages } from '../contract/pageSizes.ts';
import { invalidPageBody, notFoundBody } from '../contract/route.ts';
import { type Description, optionsFile } from '../contract/routes.ts';
import { listFile, pageFile } from '../contract/sitePaths.ts';
import { type Clause, type ClauseLog, lenientLog } from './clauses.ts';
import type { ExamplePages, ViewAddress } from './siteManifest.ts';

export type Expected = ApiExpected | BesideExpected;

export type ApiExpected =
  /** 200 with the bytes of a file of the site. */
  | { readonly kind: 'content'; readonly file: string }
  /** 200 with the bytes of an OPTIONS file, or 204. */
  | { readonly kind: 'description'; readonly file: string }
  /** 301 to a path below the base URL. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** 304 without a body. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'not-found'; readonly body: string }
  /** 405 that names the request's method if the server can. */
  | { readonly kind: 'method-not-allowed' }
  /** Any response that does not redirect to another host. */
  | { readonly kind: 'stays' }
  /** 200 with the bytes of a file of the site in this content encoding, and with Vary. */
  | { readonly kind: 'compressed'; readonly file: string; readonly encoding: 'gzip' | 'br' };

/** Responses outside the API, where every host serves plain files. */
export type BesideExpected =
  /** 200 with a file of the site, with its media type and CORS headers. */
  | { readonly kind: 'file'; readonly file: string }
  /** 206 with the first bytes of a file, or 200 with all of it. */
  | { readonly kind: 'part'; readonly file: string; readonly bytes: number }
  /** 416, or 200 with all of the file. */
  | { readonly kind: 'past-end'; readonly file: string }
  /** 304 without a body. */
  | { readonly kind: 'unchanged-file'; readonly file: string }
  /** 200 with a file that browsers cache without revalidation. */
  | { readonly kind: 'lasting'; readonly file: string }
  /** 200 with a file that browsers revalidate each time. */
  | { readonly kind: 'fresh'; readonly file: string }
  /** A CORS preflight response that allows range requests. */
  | { readonly kind: 'preflight' }
  /** An error with one of these statuses, with any body: no such file, or method not allowed. */
  | { readonly kind: 'refused'; readonly statuses: readonly number[] };

/** The statuses that each may have; those of `refused` are in the row. */
export const besideStatuses: Readonly<Record<BesideExpected['kind'], readonly number[]>> = {
  refused: [],
  lasting: [200],
  fresh: [200],
  preflight: [200, 204],
  file: [200],
  // A host may ignore Range and send the whole file (RFC 9110, 14.2).
  part: [200, 206],
  'past-end': [200, 416],
  'unchanged-file': [304],
};

export function isBeside(expected: Expected): expected is BesideExpected {
  return Object.hasOwn(besideStatuses, expected.kind);
}

export interface TableRow {
  /** Clause ids of the contract. */
  readonly clause: string;
  readonly title: string;
  readonly method: string;
  readonly target: string;
  /** Text inserted before the path of the base URL. */
  readonly before: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes an `If-None-Match` header from the ETag of the same response. */
  readonly ifNoneMatch: ((tag: string) => string) | null;
  /** A capability that the row needs beyond those of its expected response. */
  readonly specialNeed: Capability | null;
  readonly expected: Expected;
}

type Extras = Partial<Omit<TableRow, 'clause' | 'title' | 'target' | 'expected'>>;

const usual = { method: 'GET', headers: {}, ifNoneMatch: null, specialNeed: null, before: '' };

export interface KnownAliases {
  readonly phage: string;
  readonly names: readonly string[];
  readonly genome: readonly string[];
}

/** What the table needs to know of a site. Names must be safe as paths (A3), and exist. */
export interface KnownSite {
  readonly lastPages: PerList<number>;
  readonly pageSets?: PageSets;
  readonly viewPages?: ViewPages;
  /** Some with addresses of their own; none if there are none. */
  readonly records: PerCollection<readonly string[]>;
  /** Names that no record has, in any case. */
  readonly unknown: PerCollection<string>;
  readonly caseInsensitiveNames: boolean;
  /** Some of the other names of a phage; absent if none are published. */
  readonly aliases?: KnownAliases;
  /** The first phage's name in another case, if no record has that name; null if there is none. */
  readonly otherLetters: string | null;
  readonly views: readonly ViewAddress[];
  readonly bulk: readonly string[];
  readonly pages?: ExamplePages;
}

export function tableRow(
  clause: string,
  title: string,
  target: string,
  expected: Expected,
  extras: Extras = {},
): TableRow {
  return { ...usual, ...extras, clause, title, target, expected };
}

export const asks = {
  head: { method: 'HEAD' },
  options: { method: 'OPTIONS' },
  post: { method: 'POST' },
  // The Origin header is added by the client.
  preflight: { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'GET' } },
  sameTag: { ifNoneMatch: (tag: string) => tag },
  otherTag: { ifNoneMatch: () => '"other"' },
  ifAny: { headers: { 'If-None-Match': '*' } },
  gzip: { headers: { 'Accept-Encoding': 'gzip' } },
} as const;

export const expects = {
  content: (file: string): Expected => ({ kind: 'content', file }),
  description: (of: Description): Expected => ({ kind: 'description', file: optionsFile(of) }),
  compressed: (file: string, encoding: 'gzip' | 'br'): Expected => {
    return { kind: 'compressed', file, encoding };
  },
  redirect: (to: string): Expected => ({ kind: 'redirect', to }),
  unchanged: { kind: 'unchanged' },
  invalidPage: { kind: 'not-found', body: invalidPageBody },
  notFound: { kind: 'not-found', body: notFoundBody },
  notAllowed: { kind: 'method-not-allowed' },
  stays: { kind: 'stays' },
  missing: { kind: 'refused', statuses: [404] },
  // The statuses of a file server for a request that is not for a file; some reject it before looking.
  refused: { kind: 'refused', statuses: [403, 404, 405, 501] },
} as const;

const needs = Object.fromEntries(capabilities.map((one) => [one, { specialNeed: one }]));

/**
 * Rows as lines: clauses, title, target, answer and request. The last two are words of `expects`, `asks` and `words`, and
 * capabilities that the row needs; `to /` and a path is a redirect.
 */
export function rowsOf(lines: string, words: Readonly<Record<string, object>> = {}): TableRow[] {
  const known: Readonly<Record<string, object>> = { ...needs, ...expects, ...asks, ...words };
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = line.split(' | ').map((cell) => cell.trim());
      const [clause = '', title = '', target = '', answer = '', ...requests] = cells;
      const expected = answer.startsWith('to ') ? expects.redirect(answer.slice(3)) : known[answer];
      if (expected === undefined) throw new Error(`${line}: nothing is known of ${answer}`);
      const extras = requests.map((word) => known[word] ?? { method: word });
      return tableRow(clause, title, target, expected as Expected, Object.assign({}, ...extras));
    });
}

/** A host name that cannot exist (RFC 2606). */
export const foreignHost = 'elsewhere.invalid';

/** The target of a row's request line, for a base URL with this path ('' or without a final slash). */
export function requestTarget(
  { before, target }: Pick<TableRow, 'before' | 'target'>,
  prefix: string,
): string {
  return `${before}${prefix}${target}` || '/';
}

/** Whether a redirect leads to another host, as browsers resolve it. */
export function leadsToForeignHost(location: string | undefined, baseUrl: string): boolean {
  if (location === undefined || !URL.canParse(location, baseUrl)) return false;
  return new URL(location, baseUrl).hostname.endsWith(foreignHost);
}

/** The pages that rows request; on a small site, some of them are the same. */
export function pagesUpTo(last: number) {
  const some = Math.min(2, last);
  // The values of a repeated parameter should differ if possible.
  const other = last === some ? 1 : last;
  return { last, some, other, past: last + 1, farPast: Math.max(99, last + 1) };
}

export function pageContent(list: ListName, page: number): Expected {
  return expects.content(fileOfPage(list, page));
}

export function fileOfPage(list: ListName, page: number): string {
  return page === 1 ? listFile(list) : pageFile(list, page);
}

export function pathOf(collection: CollectionName, name: string): string {
  return `/api/${collection}/${encodeURIComponent(name)}/`;
}

export function swapCase(name: string): string {
  return name.replace(/[a-z]+|[A-Z]+/g, (letters) => {
    const upper = letters.toUpperCase();
    return letters === upper ? letters.toLowerCase() : upper;
  });
}

/** Compression is optional, but what a host compresses must be right on every host (M6). */
export function missingCapabilities(row: TableRow, keeps: Keeps): Capability[] {
  return neededFor(row).filter((one) => one !== 'compresses' && keeps[one] !== true);
}

export function neededFor({ expected, target, specialNeed }: TableRow): Capability[] {
  const { kind } = expected;
  const isFound = ['content', 'unchanged', 'fresh', 'compressed'].includes(kind);
  const isOfPage = kind === 'not-found' && expected.body === invalidPageBody;
  return [
    ...(isFound ? neededToFind(target) : []),
    ...(isOfPage ? (['pages'] as const) : []),
    ...(neededBy[kind] ?? []),
    ...(specialNeed === null ? [] : [specialNeed]),
  ];
}

const neededBy: Readonly<Partial<Record<Expected['kind'], readonly Capability[]>>> = {
  description: ['options'],
  redirect: ['redirects'],
  unchanged: ['validators'],
  'not-found': ['json-errors'],
  'method-not-allowed': ['not-allowed'],
  'unchanged-file': ['validators'],
  stays: ['redirects'],
  compressed: ['compresses'],
};

/** For a page of a list, or the index of a folder. Elsewhere the query is ignored, as on every file server. */
function neededToFind(target: string): Capability[] {
  if (listNames.some((list) => target.startsWith(`/api/${list}/?`))) return ['pages'];
  return /\/(\?|$)/.test(target) ? ['indexes'] : [];
}

/** The log for common headers, which some hosts set in their own way. */
export function hostLog(log: ClauseLog, keeps: Keeps): ClauseLog {
  const lost = new Set<Clause>([
    ...(keeps.headers === true ? [] : (['M1', 'M2', 'M5'] as const)),
    ...(keeps.validators === true ? [] : (['M5'] as const)),
  ]);
  return lenientLog(log, (clause) => !lost.has(clause));
}
