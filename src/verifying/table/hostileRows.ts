/** Rows of the contract's table with hostile requests: each gets a response, and none is redirected to another host. */
import { inAlphabet, namedCollections } from '../../contract/collectionName.ts';
import {
  asks,
  expects,
  type KnownSite,
  pageContent,
  pagesOf,
  strangeHost,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

const { head, rawPath } = asks;
const { invalidPage, notAllowed, notFound, stays } = expects;

// Longer than a file name may be on any file system.
const longName = 'x'.repeat(300);
const longNumber = '9'.repeat(300);
// Longer than the default limit of servers on a request line.
const longQuery = `x=${'a'.repeat(9000)}`;

const longNames = { specialNeed: 'long-names' } as const;

/** Names that are too long for a file, at every kind of address (D2). */
export function longNameRows({ views }: KnownSite): TableRow[] {
  const records = inAlphabet(namedCollections).map((name) => `${name}/*`);
  const templates = [...records, ...views.map(({ template }) => template)];
  const paths = templates
    .filter((template) => template.includes('*'))
    .map((template) => `/api/${template.replace('*', longName)}/`);
  return [
    ...paths.map((path) => row('D2', 'a name too long for a file', path, notFound, longNames)),
    row('D2', 'HEAD of a name too long', paths[0] ?? '', notFound, { ...head, ...longNames }),
    row('D2', 'a name too long, by its file', `${paths[0]}index.json`, notFound, longNames),
    row('D2', 'an unknown path, too long', `/api/${longName}/`, notFound, longNames),
    row('L7', 'a number too long', `/api/genes/page/${longNumber}.json`, notFound, longNames),
    row('L4', 'a number too long', `/api/genes/?page=${longNumber}`, invalidPage),
  ];
}

/** Requests whose redirect must not lead to another host, however a browser reads it (A2, open redirect). */
export const strangerRows: readonly TableRow[] = strangerRequests();

function strangerRequests(): TableRow[] {
  const before = [
    `//${strangeHost}`,
    `//${strangeHost}/..`,
    `//${strangeHost}/..%2f`,
    `//${strangeHost}/%2e%2e`,
    `/\\${strangeHost}/..`,
    `/%5c${strangeHost}/..%2f`,
    `/%2f%2f${strangeHost}/..%2f`,
    `/%09/${strangeHost}/..`,
    `http://${strangeHost}`,
  ];
  const below = [
    `//${strangeHost}`,
    `//${strangeHost}/`,
    `//${strangeHost}/..`,
    `//${strangeHost}/%2e%2e`,
    `//${strangeHost}/..%2f`,
    `/\\${strangeHost}`,
    `/\\${strangeHost}/..`,
    `/%5c${strangeHost}/`,
    `/%09/${strangeHost}`,
    `/api//${strangeHost}/..%2fgenes`,
    `/api/phages/\\${strangeHost}`,
    `/api/phages/%2f%2f${strangeHost}`,
  ];
  const led = 'leads to no other host';
  return [
    ...before.flatMap((start) =>
      ['', '/api', '/api/genes'].map((target) =>
        row('A2', `${start} before the path ${led}`, target, stays, { before: start }),
      ),
    ),
    ...below.map((target) => row('A2', `an odd path ${led}`, target, stays)),
    ...['', '/api', '/api/genes'].map((target) =>
      row('A2', `a Host of another name ${led}`, target, stays, { headers: { Host: strangeHost } }),
    ),
  ];
}

export function oddRequestRows(site: KnownSite): TableRow[] {
  const { some } = pagesOf('genes', site);
  const page = `/api/genes/?page=${some}`;
  const somePage = pageContent('genes', some);
  const preconditions = {
    'If-Match': '"other"',
    'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT',
  };
  return [
    ...Object.entries(preconditions).map(([name, value]) =>
      row('M5', `${name} changes nothing`, page, somePage, {
        headers: { [name]: value },
        specialNeed: 'preconditions',
      }),
    ),
    row('L5', 'a query of 9 kB', `${page}&${longQuery}`, somePage, {
      specialNeed: 'long-queries',
    }),
    row('M4', 'an invented method', '/api/genes/', notAllowed, {
      method: 'FOO',
      specialNeed: 'any-method',
    }),
    row('D2', 'two dots and an escaped slash', '/api/..%2frelease.json', notFound, rawPath),
    row('D2', 'climbing out', '/api/..%2f..%2f..%2f..%2f..%2frelease.json', notFound, rawPath),
    row('D2', 'a backslash', '/api/genes\\/', notFound, rawPath),
  ];
}
