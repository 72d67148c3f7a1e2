/** Rows of the contract's table that are not of lists: other names, bulk files, fixed bodies, odd requests. */
import { posix } from 'node:path';
import {
  familyFolder,
  familyOf,
  isTablePath,
  phageTableAddress,
  phageTables,
} from '../contract/bulkFiles.ts';
import { inAlphabet, namedCollections } from '../contract/collectionName.ts';
import { isAddressByPhage, viewFile } from '../contract/routes.ts';
import { recordFile } from '../contract/sitePaths.ts';
import { escapedPath } from './siteManifest.ts';
import {
  asks,
  type Expected,
  expects,
  type KnownSite,
  pageContent,
  pagesUpTo,
  pathOf,
  rowsOf,
  foreignHost,
  swapCase,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

const fileOf = (file: string) => ({ kind: 'file', file }) as const;

export function aliasRows({ aliases, unknown, views }: KnownSite): TableRow[] {
  if (aliases === undefined) return [];
  const { phage, names, genome } = aliases;
  const file = recordFile('phages', phage);
  const itself = expects.content(file);
  const words = {
    itself,
    described: expects.description('phage'),
    packed: expects.compressed(file, 'gzip'),
  };
  const rows = names.flatMap((name) => {
    const [lower, other] = [name.toLowerCase(), swapCase(name)];
    return [
      `D3 | another name of a phage | ${pathOf('phages', name)} | itself`,
      ...(lower === name
        ? []
        : [`D3 | another name in lower case | ${pathOf('phages', lower)} | itself`]),
      ...(other === lower
        ? []
        : [
            `D3 | another name in other letters | ${pathOf('phages', other)} | itself | phage-aliases`,
          ]),
    ];
  });
  const [name = phage] = names;
  const address = pathOf('phages', name);
  const view = views.find(
    ({ segments }) => isAddressByPhage(segments[0] ?? '') && segments[1] === phage,
  );
  const top = view?.segments[0] ?? '';
  const byName = `/api/${top}/${encodeURIComponent(name)}/`;
  return [
    row('D1', 'the name of a phage with others', pathOf('phages', phage), itself),
    ...(rows.length === 0 ? [] : rowsOf(rows.join('\n'), words)),
    ...rowsOf(
      `
      D3    | another name by its file           | ${address}index.json?page=2 | itself
      D3 A2 | another name without slash         | ${address.slice(0, -1)}     | to ${address}
      D3 M3 | HEAD of another name               | ${address}                  | itself | head
      D3 M3 | OPTIONS of another name            | ${address}                  | described | options
      D3 M5 | the same validator of another name | ${address}                  | unchanged | sameTag
      D3 M1 | another name, compressed           | ${address}                  | packed | gzip
      D3 D2 | another name of no phage           | ${pathOf('phages', `${unknown.phages}_Draft`)} | notFound`,
      words,
    ),
    ...genome.flatMap((own) => genomeRows(own, phage, name, unknown.phages)),
    ...rowsOf(`D3 D2 | another name of a phage is no gene | ${pathOf('genes', name)} | notFound`),
    ...(view === undefined
      ? []
      : [row('D3 V1', `${top} by another name`, byName, expects.content(viewFile(view.segments)))]),
  ];
}

function genomeRows(own: string, phage: string, name: string, nobody: string): TableRow[] {
  const [start, end] = [own.slice(0, own.lastIndexOf('/') + 1), posix.extname(own)];
  const called = (as: string) => `/${start}${encodeURIComponent(as)}${end}`;
  return rowsOf(
    `
    D3 B1 | a genome                              | ${called(phage)} | itself
    D3 B1 | a genome by another name              | ${called(name)}  | itself | genome-aliases
    D3 B1 | HEAD of a genome by another name      | ${called(name)}  | itself | head | genome-aliases
    D3 B1 | a part of a genome by another name    | ${called(name)}  | part | firstBytes | genome-aliases
    D3 B1 | a genome by another name of no phage  | ${called(`${nobody}_Draft`)} | missing`,
    {
      itself: fileOf(own),
      part: { kind: 'part', file: own, bytes: partBytes },
      firstBytes,
    },
  );
}

const partBytes = 10;
const firstBytes = { headers: { Range: `bytes=0-${partBytes - 1}` } };

const preflight = { kind: 'preflight' } as const;
// The request that a browser sends before a script may request a range of a file.
const besideOptions = {
  method: 'OPTIONS',
  specialNeed: 'beside-options',
  headers: { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'range' },
} as const;

export function bulkRows({ bulk }: KnownSite): TableRow[] {
  const [index = '', file = index] = bulk;
  if (bulk.length === 0) return [];
  const ofEach = bulk.flatMap((one) => {
    const [path, itself, beside] = [escapedPath(one), fileOf(one), 'beside-methods'] as const;
    if (path === null) return [];
    const refuses = (method: string, of: string) =>
      row('B1', `${method} ${of} ${one}`, `/${path}`, expects.refused, {
        method,
        specialNeed: beside,
      });
    return [
      row('B1', `HEAD of ${one}`, `/${path}`, itself, { method: 'HEAD' }),
      row('B1', `HEAD of ${one}: no query`, `/${path}?page=2&format=api`, itself, {
        method: 'HEAD',
      }),
      refuses('POST', 'to'),
      refuses('DELETE', 'of'),
    ];
  });
  return [
    ...ofEach,
    ...partRows(file),
    ...tableRows(bulk),
    ...rowsOf(
      `
      B1 | the index takes no page | /${index}?page=2&format=api           | index
      B1 | an unknown file         | /bulk/Nobody_999999.gz                | missing
      B1 | HEAD of an unknown file | /bulk/Nobody_999999.gz                | missing | head
      B1 | an unknown phage        | /bulk/phages/Nobody_999999.faa        | missing
      B1 | an unknown genome       | /media/fastas/Nobody_999999.fasta     | missing`,
      { index: fileOf(index) },
    ),
  ];
}

/** The addresses of tables: a site has all of them or none. */
function tableRows(bulk: readonly string[]): TableRow[] {
  if (!bulk.some(isTablePath)) return [];
  const data = phageTableAddress;
  const ofPhages = Object.entries({
    '': 'full',
    '?set=seq&type=full': 'full',
    '?set=seq&type=simple': 'simple',
    '?type=simple&type=full': 'full',
    '?type=full&type=simple': 'simple',
    '?%74ype=s%69mple': 'simple',
    '?type=Simple': 'full',
    '?xtype=simple': 'full',
  }).map(
    ([query, table]) => `
      B1 | the table of phages at ${data}${query} | ${data}${query} | ${table} | tables
      B1 | HEAD of ${data}${query}                | ${data}${query} | ${table} | head | tables`,
  );
  const family = bulk.find((file) => familyOf(file) !== null);
  const address = family === undefined ? null : `/${familyFolder}${familyOf(family)}`;
  const ofFamily = (address === null ? [] : ['/', '?page=1', '']).map((end) => {
    const target = `${address}${end}`;
    return `
      B1 | the table of a family at ${target} | ${target} | family | tables`;
  });
  const parts = [
    data,
    `${data}?set=seq&type=simple`,
    ...(address === null ? [] : [`${address}/`, address]),
  ].map(
    (target) => `
      M3 B1 | a CORS preflight for a part of ${target} | ${target} | preflight | besideOptions`,
  );
  return rowsOf(
    `${[...ofPhages, ...ofFamily, ...parts].join('')}
      B1 | the table of an unknown family | /${familyFolder}9007199254740990/ | missing
      B1 | the table of no family         | /${familyFolder}Nobody/           | missing`,
    {
      full: fileOf(phageTables.full.path),
      simple: fileOf(phageTables.simple.path),
      family: fileOf(family ?? ''),
      preflight,
      besideOptions,
    },
  );
}

/** What scripts need for range requests: a preflight response, and CORS headers on every response. */
function partRows(file: string): TableRow[] {
  const path = escapedPath(file);
  if (path === null) return [];
  const pastEnd = { headers: { Range: 'bytes=999999999999999-' } };
  const is = (clause: string, what: string, expected: Expected, extras: object) =>
    row(clause, `${what} ${file}`, `/${path}`, expected, extras);
  return [
    is('B1', 'a part of', { kind: 'part', file, bytes: partBytes }, firstBytes),
    is('B1', 'a part behind the end of', { kind: 'past-end', file }, pastEnd),
    is('M5 B1', 'the same validator of', { kind: 'unchanged-file', file }, asks.sameTag),
    is('M3 B1', 'a CORS preflight for a part of', preflight, besideOptions),
  ];
}

// Longer than a file name may be on any file system.
const longName = 'x'.repeat(300);
const longNumber = '9'.repeat(300);

/** Names that are too long for a file, at every kind of address (D2). */
export function longNameRows({ views }: KnownSite): TableRow[] {
  const records = inAlphabet(namedCollections).map((name) => `${name}/*`);
  const paths = [...records, ...views.map(({ template }) => template)]
    .filter((template) => template.includes('*'))
    .map((template) => `/api/${template.replace('*', longName)}/`);
  const [first = ''] = paths;
  return rowsOf(`${paths.map((path) => `D2 | a name too long for a file | ${path} | notFound | long-names`).join('\n')}
    D2 | HEAD of a name too long      | ${first} | notFound | head | long-names
    D2 | a name too long, by its file | ${first}index.json | notFound | long-names
    D2 | an unknown path, too long    | /api/${longName}/ | notFound | long-names
    L7 | a number too long            | /api/genes/page/${longNumber}.json | notFound | long-names
    L4 | a number too long            | /api/genes/?page=${longNumber} | invalidPage`);
}

/** Requests whose redirect must not lead to another host, however a browser reads it (A2, open redirect). */
export function openRedirectRows(): TableRow[] {
  const before = [
    `//${foreignHost}`,
    `//${foreignHost}/..`,
    `//${foreignHost}/..%2f`,
    `//${foreignHost}/%2e%2e`,
    `/\\${foreignHost}/..`,
    `/%5c${foreignHost}/..%2f`,
    `/%2f%2f${foreignHost}/..%2f`,
    `/%09/${foreignHost}/..`,
    `http://${foreignHost}`,
  ];
  const below = [
    `//${foreignHost}`,
    `//${foreignHost}/`,
    `//${foreignHost}/..`,
    `//${foreignHost}/%2e%2e`,
    `//${foreignHost}/..%2f`,
    `/\\${foreignHost}`,
    `/\\${foreignHost}/..`,
    `/%5c${foreignHost}/`,
    `/%09/${foreignHost}`,
    `/api//${foreignHost}/..%2fgenes`,
    `/api/phages/\\${foreignHost}`,
    `/api/phages/%2f%2f${foreignHost}`,
  ];
  const led = 'leads to no other host';
  const targets = ['', '/api', '/api/genes'];
  const is = (title: string, target: string, extras = {}) =>
    row('A2', `${title} ${led}`, target, expects.stays, extras);
  return [
    ...before.flatMap((start) =>
      targets.map((target) => is(`${start} before the path`, target, { before: start })),
    ),
    ...below.map((target) => is('an odd path', target)),
    ...targets.map((target) =>
      is('a Host of another name', target, { headers: { Host: foreignHost } }),
    ),
  ];
}

export function oddRequestRows(site: KnownSite): TableRow[] {
  const { some } = pagesUpTo(site.lastPages.genes);
  const page = `/api/genes/?page=${some}`;
  // Longer than the default limit of servers on a request line.
  const longQuery = `x=${'a'.repeat(9000)}`;
  return rowsOf(
    `
    M5 | If-Match changes nothing            | ${page} | somePage | ifMatch | preconditions
    M5 | If-Unmodified-Since changes nothing | ${page} | somePage | ifUnmodified | preconditions
    L5 | a query of 9 kB                     | ${page}&${longQuery} | somePage | long-queries
    M4 | an invented method                  | /api/genes/ | notAllowed | FOO | any-method
    D2 | two dots and an escaped slash       | /api/..%2frelease.json | notFound | raw-path
    D2 | climbing out                        | /api/..%2f..%2f..%2f..%2f..%2frelease.json | notFound | raw-path
    D2 | a backslash                         | /api/genes\\/ | notFound | raw-path`,
    {
      somePage: pageContent('genes', some),
      ifMatch: { headers: { 'If-Match': '"other"' } },
      ifUnmodified: { headers: { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' } },
    },
  );
}
