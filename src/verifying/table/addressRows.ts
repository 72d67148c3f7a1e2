/** Rows of the contract's table for every address under `/api/`, whatever it returns (A2, M1, M3 to M5). */
import { listNames } from '../../contract/collectionName.ts';
import { type Description, optionsFile } from '../../contract/sitePaths.ts';
import { isListView, viewTemplates } from '../../contract/views.ts';
import { asks, type Expected, expects, type TableRow, tableRow as row } from './tableRow.ts';

const { accepting, head, ifAny, options, post, sameTag } = asks;
const { compressed, content, description, invalidPage, notAllowed, notFound, redirect, unchanged } =
  expects;

export interface Address {
  /** The clause that specifies its response. */
  readonly clause: string;
  readonly name: string;
  /** Below the base URL, percent-encoded; ends in a slash. */
  readonly path: string;
  /** The file with the bytes of its response without a query. */
  readonly file: string;
  readonly describedAs: Description;
  /** A name below it that does not exist, percent-encoded. */
  readonly unknown: string;
}

// The methods to reject. All are tried on records and lists, where clients are most likely to try them.
const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const;
// The Origin header is added by the client.
const preflight = { ...options, headers: { 'Access-Control-Request-Method': 'GET' } };

/** `methods` is how many of the rejected methods to try. */
export function addressRows(
  { clause, name, path, file, describedAs, unknown }: Address,
  methods: 'all' | 'one' = 'one',
): TableRow[] {
  const hasPages = listNames.some((list) => list === describedAs);
  const isWhole = viewTemplates.some((view) => view === describedAs && isListView(view));
  const slashless = path.slice(0, -1);
  const query = '?a=%2F&b';
  const page = 'page=2&format=api';
  const itself = content(file);
  const described = description(optionsFile(describedAs));
  return [
    row(clause, name, path, itself),
    row(clause, `${name} by its file, which takes no page`, `${path}index.json?${page}`, itself),
    ...(isWhole ? wholeRows(name, path, itself) : []),
    ...(hasPages || isWhole
      ? []
      : [row(clause, `${name} takes no page`, `${path}?${page}`, itself)]),
    row('A2', `${name} without slash`, slashless, redirect(path)),
    row('A2', `${name} without slash: query kept`, slashless + query, redirect(path + query)),
    row('A2', `${name} without slash: HEAD`, slashless, redirect(path), head),
    row('M3', `HEAD of ${name}`, path, itself, head),
    row('M3', `OPTIONS of ${name}`, path, described, options),
    row('M3', `OPTIONS of ${name}: no query`, `${path}?page=99`, described, options),
    row('M3', `a CORS preflight for ${name}`, path, described, preflight),
    ...otherMethods.slice(0, methods === 'all' ? otherMethods.length : 1).map((method) =>
      row('M4', `${method} to ${name}`, path, notAllowed, {
        method,
        specialNeed: method === 'PROPFIND' ? 'webdav' : null,
      }),
    ),
    row('M5', `the same validator of ${name}`, path, unchanged, sameTag),
    row('M5', `another validator of ${name}`, path, itself, { ifNoneMatch: () => '"other"' }),
    row('M1', `${name} compressed`, path, compressed(file, 'gzip'), accepting('gzip')),
    row('D2', `nothing below ${name}`, `${path}${unknown}/`, notFound),
    row('M3', `HEAD of nothing below ${name}`, `${path}${unknown}/`, notFound, head),
  ];
}

/** A view that is whole on one page has no other pages. */
function wholeRows(name: string, path: string, itself: Expected): TableRow[] {
  const is = (query: string, expected: Expected, extras = {}) =>
    row('V1', `${name} on one page`, `${path}?${query}`, expected, extras);
  return [
    ...['page=1', 'page=001', 'page=', 'page', 'page=last', 'page=2&page=1', 'PAGE=2'].map(
      (query) => is(query, itself),
    ),
    ...[
      'page=2&format=api',
      'format=api&page=2',
      'page=0',
      'page=x',
      'page=11',
      'page=1&page=2',
    ].map((query) => is(query, invalidPage)),
    is('page=%31', itself, { specialNeed: 'decodes-query' }),
    is('page=%32', invalidPage, { specialNeed: 'decodes-query' }),
    row('M3', `HEAD of no page of ${name}`, `${path}?page=2`, invalidPage, head),
    row('M4', `POST to no page of ${name}`, `${path}?page=2`, notAllowed, post),
    row('M5', `any of no page of ${name}`, `${path}?page=2`, invalidPage, ifAny),
  ];
}
