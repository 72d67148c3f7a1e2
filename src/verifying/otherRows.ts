/** Rows of the contract's table for other names of a phage (D3). */
import { posix } from 'node:path';
import {
  bulkIndexFile,
  familyFolder,
  familyOf,
  isBulkPath,
  isTablePath,
  phageTableAddress,
  phageTables,
} from '../contract/bulkFiles.ts';
import { inAlphabet, namedCollections, requiredNames } from '../contract/collectionName.ts';
import { optionsBody, rootBody } from '../contract/descriptions.ts';
import { collectionsOf, offeredBy, type Release } from '../contract/release.ts';
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../contract/route.ts';
import { neutralNames } from '../contract/siteOptions.ts';
import {
  apiRootFile,
  assetFolder,
  codeFolder,
  codeTypes,
  errorFiles,
  recordFile,
} from '../contract/sitePaths.ts';
import {
  describedWith,
  namesPhage,
  optionsFile,
  viewFile,
  type ViewTemplate,
} from '../contract/routes.ts';
import { compareText } from '../text/words.ts';
import type { Clause } from './clauses.ts';
import { swapCase } from './listRows.ts';
import { escapedPath, type SiteManifest, type ViewAddress, viewAt } from './siteManifest.ts';
import {
  asks,
  expects,
  type KnownSite,
  pageContent,
  pagesOf,
  pathOf,
  strangeHost,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

const { accepting, head, options, sameTag, rawPath } = asks;
const {
  compressed,
  content,
  description,
  notFound,
  redirect,
  unchanged,
  invalidPage,
  notAllowed,
  stays,
} = expects;

const inAnyCase = { specialNeed: 'phage-aliases' } as const;

export function aliasRows({ aliases, unknown, views }: KnownSite): TableRow[] {
  if (aliases === undefined) return [];
  const { phage, names, genome } = aliases;
  const file = recordFile('phages', phage);
  const rows = names.flatMap((name) => {
    const [lower, other] = [name.toLowerCase(), swapCase(name)];
    const is = (title: string, as: string, needs = {}) =>
      row('D3', title, pathOf('phages', as), content(file), needs);
    return [
      is('another name of a phage', name),
      ...(lower === name ? [] : [is('another name in lower case', lower)]),
      ...(other === lower ? [] : [is('another name in other letters', other, inAnyCase)]),
    ];
  });
  const [name = phage] = names;
  const address = pathOf('phages', name);
  const stranger = pathOf('phages', `${unknown.phages}_Draft`);
  const view = views.find(({ segments }) => namesPhage(segments[0] ?? '') && segments[1] === phage);
  const top = view?.segments[0] ?? '';
  return [
    row('D1', 'the name of a phage with others', pathOf('phages', phage), content(file)),
    ...rows,
    row('D3', 'another name by its file', `${address}index.json?page=2`, content(file)),
    row('D3 A2', 'another name without slash', address.slice(0, -1), redirect(address)),
    row('D3 M3', 'HEAD of another name', address, content(file), head),
    row('D3 M3', 'OPTIONS of another name', address, description(optionsFile('phage')), options),
    row('D3 M5', 'the same validator of another name', address, unchanged, sameTag),
    row('D3 M1', 'another name, compressed', address, compressed(file, 'gzip'), accepting('gzip')),
    row('D3 D2', 'another name of no phage', stranger, notFound),
    ...genome.flatMap((own) => genomeRows(own, phage, name, unknown.phages)),
    row('D3 D2', 'another name of a phage is no gene', pathOf('genes', name), notFound),
    ...(view === undefined
      ? []
      : [
          row(
            'D3 V1',
            `${top} by another name`,
            `/api/${top}/${encodeURIComponent(name)}/`,
            content(viewFile(view.segments)),
          ),
        ]),
  ];
}

const byIndex = { specialNeed: 'genome-aliases' } as const;

/** A file of a genome: its name is that of the phage, with an extension. */
function genomeRows(own: string, phage: string, name: string, nobody: string): TableRow[] {
  const [start, end] = [own.slice(0, own.lastIndexOf('/') + 1), posix.extname(own)];
  const called = (as: string) => `/${start}${encodeURIComponent(as)}${end}`;
  const itself = { kind: 'file', file: own } as const;
  const part = { kind: 'part', file: own, bytes: 10 } as const;
  const missing = { kind: 'refused', statuses: [404] } as const;
  return [
    row('D3 B1', 'a genome', called(phage), itself),
    row('D3 B1', 'a genome by another name', called(name), itself, byIndex),
    row('D3 B1', 'HEAD of a genome by another name', called(name), itself, { ...head, ...byIndex }),
    row('D3 B1', 'a part of a genome by another name', called(name), part, {
      headers: { Range: 'bytes=0-9' },
      ...byIndex,
    }),
    row('D3 B1', 'a genome by another name of no phage', called(`${nobody}_Draft`), missing),
  ];
}

/** Rows of the contract's table for bulk files, which are served as plain files outside the API (B1). */
const missing = { kind: 'refused', statuses: [404] } as const;
// The statuses of a file server for a request that is not for a file; some reject it before looking.
const refused = { kind: 'refused', statuses: [403, 404, 405, 501] } as const;

// Past the end of any file.
const rangePastEnd = 'bytes=999999999999999-';
const partBytes = 10;

const besideMethods = { specialNeed: 'beside-methods' } as const;
const preflight = { kind: 'preflight' } as const;
// The request that a browser sends before a script may request a range of a file.
const besideOptions = {
  method: 'OPTIONS',
  specialNeed: 'beside-options',
  headers: { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'range' },
} as const;

export function bulkRows({ bulk }: KnownSite): TableRow[] {
  const rows = bulk.flatMap((file) => {
    const path = escapedPath(file);
    if (path === null) return [];
    const target = `/${path}`;
    const itself = { kind: 'file', file } as const;
    return [
      row('B1', `HEAD of ${file}`, target, itself, head),
      row('B1', `HEAD of ${file}: no query`, `${target}?page=2&format=api`, itself, head),
      row('B1', `POST to ${file}`, target, refused, { method: 'POST', ...besideMethods }),
      row('B1', `DELETE of ${file}`, target, refused, { method: 'DELETE', ...besideMethods }),
    ];
  });
  if (bulk.length === 0) return rows;
  const [index = '', file = index] = bulk;
  const indexFile = { kind: 'file', file: index } as const;
  return [
    ...rows,
    ...partRows(file),
    ...tableRows(bulk),
    row('B1', 'the index takes no page', `/${index}?page=2&format=api`, indexFile),
    row('B1', 'an unknown file', '/bulk/Nobody_999999.gz', missing),
    row('B1', 'HEAD of an unknown file', '/bulk/Nobody_999999.gz', missing, head),
    row('B1', 'an unknown phage', '/bulk/phages/Nobody_999999.faa', missing),
    row('B1', 'an unknown genome', '/media/fastas/Nobody_999999.fasta', missing),
  ];
}

const byAddress = { specialNeed: 'tables' } as const;

/** The addresses of tables: a site has all of them or none. */
function tableRows(bulk: readonly string[]): TableRow[] {
  const { full, simple } = phageTables;
  if (!bulk.some(isTablePath)) return [];
  const ofPhages = [
    ['', full],
    ['?set=seq&type=full', full],
    ['?set=seq&type=simple', simple],
    ['?type=simple&type=full', full],
    ['?type=full&type=simple', simple],
    ['?%74ype=s%69mple', simple],
    ['?type=Simple', full],
    ['?xtype=simple', full],
  ] as const;
  const family = bulk.find((file) => familyOf(file) !== null);
  const id = family === undefined ? null : familyOf(family);
  const addresses = [
    phageTableAddress,
    `${phageTableAddress}?set=seq&type=simple`,
    ...(id === null ? [] : [`/${familyFolder}${id}/`, `/${familyFolder}${id}`]),
  ];
  return [
    ...ofPhages.flatMap(([query, { path: file }]) => {
      const target = `${phageTableAddress}${query}`;
      const itself = { kind: 'file', file } as const;
      return [
        row('B1', `the table of phages at ${target}`, target, itself, byAddress),
        row('B1', `HEAD of ${target}`, target, itself, { ...head, ...byAddress }),
      ];
    }),
    ...(id === null || family === undefined
      ? []
      : ['/', '?page=1', ''].map((end) => {
          const target = `/${familyFolder}${id}${end}`;
          const itself = { kind: 'file', file: family } as const;
          return row('B1', `the table of a family at ${target}`, target, itself, byAddress);
        })),
    ...addresses.map((target) =>
      row('M3 B1', `a CORS preflight for a part of ${target}`, target, preflight, besideOptions),
    ),
    row('B1', 'the table of an unknown family', `/${familyFolder}9007199254740990/`, missing),
    row('B1', 'the table of no family', `/${familyFolder}Nobody/`, missing),
  ];
}

/** What scripts need for range requests: a preflight response, and CORS headers on every response. */
function partRows(file: string): TableRow[] {
  const path = escapedPath(file);
  if (path === null) return [];
  const target = `/${path}`;
  const part = { kind: 'part', file, bytes: partBytes } as const;
  const pastEnd = { kind: 'past-end', file } as const;
  const unchangedFile = { kind: 'unchanged-file', file } as const;
  return [
    row('B1', `a part of ${file}`, target, part, ofRange(`bytes=0-${partBytes - 1}`)),
    row('B1', `a part behind the end of ${file}`, target, pastEnd, ofRange(rangePastEnd)),
    row('M5 B1', `the same validator of ${file}`, target, unchangedFile, sameTag),
    row('M3 B1', `a CORS preflight for a part of ${file}`, target, preflight, besideOptions),
  ];
}

function ofRange(Range: string) {
  return { headers: { Range } };
}

/** Rows of the contract's table with hostile requests: each gets a response, and none is redirected to another host. */
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

/** The files and responses without records: the API's root, errors, and the descriptions that OPTIONS returns. */
interface FixedBody {
  readonly clause: Clause;
  readonly file: string;
  readonly body: string;
}

/** All files of a site whose bytes the contract fixes, with the clause of each; `baseUrl` is the base of links. */
export function fixedBodies(baseUrl: string, release: Release | null): FixedBody[] {
  const fieldNames = release?.field_names ?? neutralNames;
  const offered = release === null ? {} : offeredBy(release);
  return [
    ...(release === null ? [] : [rootOf(baseUrl, release)]),
    { clause: 'L4', file: errorFiles.invalidPage, body: invalidPageBody },
    { clause: 'D2', file: errorFiles.notFound, body: notFoundBody },
    { clause: 'M4', file: errorFiles.methodNotAllowed, body: methodNotAllowedBody() },
    ...describedWith(release === null ? requiredNames : collectionsOf(release)).map(
      (of): FixedBody => {
        return { clause: 'M3', file: optionsFile(of), body: optionsBody(of, fieldNames, offered) };
      },
    ),
  ];
}

function rootOf(baseUrl: string, release: Release): FixedBody {
  const { gene_files: geneFiles, views, field_names: fieldNames = neutralNames } = release;
  const published = { collections: collectionsOf(release), geneFiles, views, fieldNames };
  return { clause: 'A1', file: apiRootFile, body: rootBody(baseUrl, published) };
}

/** The first view of each template in the manifest, in its order. */
export function exampleViews(manifest: SiteManifest): ViewAddress[] {
  const found = new Map<ViewTemplate, ViewAddress>();
  for (let entry = 0; entry < manifest.entries; entry++) {
    const view = viewAt(manifest.pathOf(entry));
    if (view !== null && !found.has(view.template)) found.set(view.template, view);
  }
  return [...found.values()];
}

/** The first bulk file of each extension and folder: the index, then the others by size. */
export function exampleBulk(manifest: SiteManifest): string[] {
  const found = new Map<string, string>();
  for (let entry = 0; entry < manifest.entries; entry++) {
    const file = manifest.pathOf(entry);
    const kind = posix.dirname(file) + posix.extname(file);
    if (isBulkPath(file) && !found.has(kind)) found.set(kind, file);
  }
  if (manifest.find(bulkIndexFile) < 0) return [];
  const bytesOf = (file: string) => manifest.fileOf(manifest.find(file)).bytes;
  const bySize = [...found.values()].sort((a, b) => bytesOf(a) - bytesOf(b) || compareText(a, b));
  return [...new Set([bulkIndexFile, ...bySize])];
}

/** The smallest code file of each kind, and all indexes of the pages for people; nothing if there are none. */
export function examplePages(manifest: SiteManifest): Pick<KnownSite, 'pages'> {
  const files = pageFiles(manifest).map((entry) => manifest.fileOf(entry));
  const code = Object.keys(codeTypes).flatMap((extension) => {
    const [least] = files
      .filter(({ path: file }) => file.startsWith(codeFolder) && file.endsWith(`.${extension}`))
      .sort((a, b) => a.bytes - b.bytes || compareText(a.path, b.path));
    return least === undefined ? [] : [least.path];
  });
  const indexes = files.map(({ path: file }) => file).filter((file) => file.endsWith('.json'));
  return code.length === 0 ? {} : { pages: { code, indexes } };
}

/** The manifest entries of code, style and indexes, without compressed siblings. */
export function pageFiles(manifest: SiteManifest): readonly number[] {
  return manifest.where((file) => file.startsWith(assetFolder) && !/\.(?:gz|br)$/.test(file));
}
