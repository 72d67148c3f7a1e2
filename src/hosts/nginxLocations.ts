/** The routes of a site as nginx locations: each is matched by prefix, and rewrites the path to that of a file, once. */
import {
  bulkExtensions,
  bulkFolders,
  bulkTops,
  bulkTypes,
  familyFolder,
} from '../contract/bulkFiles.ts';
import type { ListName } from '../contract/collectionName.ts';
import { optionsBody } from '../contract/descriptions.ts';
import { freshCache, lastingHeaders } from '../contract/headers.ts';
import { type PageSet, setsFrom } from '../contract/pageSizes.ts';
import {
  apiRootFile,
  assetFolder,
  codeExtensions,
  codeFolder,
  codeTypes,
  pagesFolder,
  welcomeFile,
} from '../contract/sitePaths.ts';
import { anyName, isListView, type Route } from '../contract/routes.ts';
import { block, decodedPrefix, type HostedSite, listsOf, offeredOn, routesOf } from './host.ts';
import { descriptionIn, quote, quoteValue, tableRewrites, wholePath } from './nginxMaps.ts';
import {
  answeredBy,
  bulkHeaders,
  cacheLine,
  commonHeaders,
  nameOf,
  noSuchPage,
  refusedPart,
} from './nginxAnswers.ts';
import * as patterns from './rulePatterns.ts';
import { pageFolders } from '../text/pagePaths.ts';

// nginx normalizes odd paths before it looks for a file, so they are rejected first.
const refuseOdd = block('if ($phagepress_odd)', 'return 404;');

export function apiLocations(site: HostedSite): string[] {
  const root = `${decodedPrefix(site)}/api`;
  const folders = routesOf(site).filter(({ kind }) => kind !== 'root');
  return [
    ...block(`location = ${quote(root)}`, answeredBy('api', site), refuseOdd, addSlash),
    ...block(
      `location ^~ ${quote(`${root}/`)}`,
      answeredBy('api', site),
      ...listsOf(site).map((list) => listLocation(list, site)),
      ...Object.entries(site.viewPages ?? {}).map((view) => pagedLocation(view, site)),
      ...Array.from(new Set(folders.map(topOf)), (top) => folderLocation(top, site)),
      block(`location = ${quote(`${root}/`)}`, refuseOdd, `rewrite ^ /${apiRootFile} break;`),
      refuseOdd,
      toFile(site, `/${patterns.escapePattern(apiRootFile)}`),
      unslashed(site),
      'return 404;',
    ),
  ];
}

/** A list by page; a page number is valid if its file exists. */
function listLocation(list: ListName, site: HostedSite): string[] {
  const sets = site.pageSets?.[list];
  const pages = sets === undefined ? 'page' : '$phagepress_pages';
  const last = sets === undefined ? site.lastPages[list] : '$phagepress_last';
  const page = (number: string | number) =>
    `rewrite ^ "/api/${list}/${pages}/${number}.json" break;`;
  const ofSizes = sets === undefined ? [] : [chooseSet(sets), describeSizes(list, site)];
  return locationByPage(list, { page, last, before: ofSizes }, site);
}

/** A view by page, where it has several. */
function pagedLocation([view, last]: readonly [string, number], site: HostedSite): string[] {
  const page = (number: string | number) =>
    `rewrite ${wholePath(site, '(/api/.+/)')} "$1page/${number}.json" break;`;
  return locationByPage(view, { page, last, before: [] }, site);
}

interface Pages {
  /** Leads to a page. */
  readonly page: (number: string | number) => string;
  readonly last: string | number;
  readonly before: readonly (readonly string[] | string)[];
}

function locationByPage(of: string, { page, last, before }: Pages, site: HostedSite): string[] {
  return block(
    `location = ${quote(`${decodedPrefix(site)}/api/${of}/`)}`,
    answeredBy('list', site),
    refuseOdd,
    ...before,
    block('if ($phagepress_page = last)', page(last)),
    page('$phagepress_page'),
  );
}

/** Sets the folder and the last page of the set that `page_size` selects (L5). */
function chooseSet(sets: readonly PageSet[]): string[] {
  const chosen = ({ name, lastPage }: PageSet) => [
    `set $phagepress_pages "${pagesFolder(name)}";`,
    `set $phagepress_last ${lastPage};`,
  ];
  return [
    ...sets.slice(0, 1).flatMap(chosen),
    // Smallest first, since the last match wins.
    ...setsFrom(sets).flatMap(({ from, set }) =>
      block(`if ($phagepress_size ~ ${quote(patterns.atLeastPattern(from))})`, ...chosen(set)),
    ),
  ];
}

/** Replaces the description that all sites share for the list. */
function describeSizes(list: ListName, site: HostedSite): string {
  return `set ${descriptionIn(site)} ${quote(optionsBody(list, site.fieldNames, offeredOn(site)))};`;
}

/** The contents of a list's or view's folder: single records, pages as files. */
function folderLocation(top: string, site: HostedSite): string[] {
  const own = routesOf(site).filter((route) => topOf(route) === top);
  const folders = own.filter(({ kind }) => kind !== 'list');
  const list = listsOf(site).find((one) => one === top);
  const listed = own.filter(({ name }) => isListView(name));
  return block(
    `location ^~ ${quote(`${decodedPrefix(site)}/api/${top}/`)}`,
    refuseOdd,
    ...toIndexes(site, folders),
    ...(list === undefined ? [] : pageFiles(list, site)),
    ...(patterns.pagedViewsPattern(site) === null || listed.length === 0
      ? []
      : [
          toFile(site, `/api/${patterns.listViewsPattern(listed)}${patterns.viewPageFilesPattern}`),
        ]),
    unslashed(site),
    'return 404;',
    ...(listed.length === 0 ? [] : [listedLocation(listed, site)]),
  );
}

function pageFiles(list: ListName, site: HostedSite): string[] {
  const sets = site.pageSets?.[list];
  const files = `/api/${list}/${patterns.pageFilesPattern(sets)}`;
  return [
    ...(sets === undefined
      ? []
      : block(`if ($uri ~ ${wholePath(site, files)})`, describeSizes(list, site))),
    toFile(site, files),
  ];
}

/** Views by page: each has all items on its first (V1). */
function listedLocation(views: readonly Route[], site: HostedSite): string[] {
  const path = `/api/${patterns.listViewsPattern(views)}/`;
  return block(
    `location ~ ${wholePath(site, path)}`,
    refuseOdd,
    block('if ($phagepress_beyond)', `return ${noSuchPage};`),
    ...toIndexes(site, views),
  );
}

/** To the files of routes: those with names may lie in packs. */
function toIndexes(site: HostedSite, of: readonly Route[]): string[] {
  const isPacked = ({ path }: Route) => site.records === 'packed' && path.includes(anyName);
  const pathOf = (some: readonly Route[]) =>
    `/api/(?:${some.map(patterns.routePattern).join('|')})/`;
  const [packed, loose] = [of.filter(isPacked), of.filter((route) => !isPacked(route))];
  return [
    ...(packed.length === 0 ? [] : [toPacked(site, 'api', pathOf(packed), '$1index.json')]),
    ...(loose.length === 0 ? [] : [toIndex(site, pathOf(loose))]),
  ];
}

type PackedPart = 'api' | 'bulk' | 'pages';

function packedPath(site: HostedSite, part: PackedPart): string {
  return `${decodedPrefix(site)}/-packed-${part}`;
}

/** Rewrites the path to one for the script; `file` is what the pattern comes to. */
function toPacked(site: HostedSite, part: PackedPart, pattern: string, file: string): string {
  const end = { api: '(?:index\\.json)?', bulk: '', pages: '(?:index\\.html)?' }[part];
  const to = quoteValue(packedPath(site, part)).replace(/"$/, () => `${file}"`);
  return `rewrite ${wholePath(site, `(${pattern})${end}`)} ${to} last;`;
}

/** Where the script takes files out of packs: it answers at the path of the file, as nginx does. */
export function packedLocations(site: HostedSite): string[] {
  if (site.records !== 'packed') return [];
  const location = (part: PackedPart, ...lines: readonly string[]) => {
    const path = packedPath(site, part);
    return block(
      `location ^~ ${quote(`${path}/`)}`,
      'internal;',
      ...lines,
      `error_page 502 = ${nameOf('broken', site)};`,
      'gzip on;',
      'set $phagepress_there "";',
      `rewrite ${quote(`^${patterns.escapePattern(path)}(/.*)$`)} "$1" break;`,
      `js_import phagepress from ${scriptPlace};`,
      'js_content phagepress.answer;',
    );
  };
  return [
    '# Files in packs.',
    ...location('api', ...answeredBy('api', site), 'gzip_types application/json;'),
    ...location('bulk', ...answeredBy('beside', site), ...typesOfBulk, ...bulkHeaders(site)),
    ...(site.packsPages
      ? location('pages', ...answeredBy('beside', site), ...commonHeaders(), cacheLine(freshCache))
      : []),
    '',
  ];
}

/** Of the script, below the folder of nginx's configuration. */
export const scriptPlace = 'conf.d/phagepress.js';

// The path matched the plain pattern, and so starts with the prefix.
const addSlash = 'return 301 "$phagepress_path/$is_args$args";';

function unslashed(site: HostedSite): string[] {
  const path = wholePath(site, `/api${patterns.unslashedPattern(site)}`);
  const unfit = `${patterns.unfitNamePattern}|${patterns.longNamePattern}|^${patterns.notTextPattern}`;
  return [
    ...block(`if ($uri ~ ${quote(unfit)})`, 'return 404;'),
    ...block(`if ($uri ~ ${path})`, addSlash),
  ];
}

const topOf = ({ path }: Route) => path.replace(/\/.*/, '');

const typesOfBulk = block(
  'types',
  ...Object.entries(bulkTypes).map(([extension, type]) => `${type} ${extension};`),
);

/** Bulk files as they are, with ranges for clients that read a table by column. */
export function bulkLocation(site: HostedSite): string[] {
  return bulkTops(site).flatMap((folder) =>
    block(
      `location ^~ ${quote(`${decodedPrefix(site)}/${folder}`)}`,
      answeredBy('beside', site),
      refusedPart(site),
      ...typesOfBulk,
      'max_ranges 1;',
      ...bulkHeaders(site),
      refuseOdd,
      ...(site.records === 'packed' ? packedBulk(site) : []),
      ...tableRewrites(folder, site),
      toFile(site, `/${bulkFolders(site)}[^/]+\\.(?:${bulkExtensions})`),
      'return 404;',
    ),
  );
}

/** To the bulk files of single phages and families. */
function packedBulk(site: HostedSite): string[] {
  const ofPhages = `/(?:bulk/phages|media/[^/]+)/[^/]+\\.(?:${bulkExtensions})`;
  if (site.tables !== true) return [toPacked(site, 'bulk', ofPhages, '$1')];
  return [
    toPacked(site, 'bulk', `${ofPhages}|/${familyFolder}[0-9]+\\.tsv`, '$1'),
    toPacked(site, 'bulk', `/${patterns.familyPattern}`, `/${familyFolder}$2.tsv`),
  ];
}

/** Pages of phages and clusters that lie in packs. */
export function packedPages(site: HostedSite): string[] {
  if (!site.packsPages) return [];
  const page = `/(?:${pageFolders.join('|')})/(?!${patterns.escapePattern(welcomeFile)}$)[^/]+`;
  return [
    '# Pages of phages and clusters, in packs.',
    ...block(
      `location ~ ${wholePath(site, `${page}(?:/(?:index\\.html)?)?`)}`,
      answeredBy('beside', site),
      refuseOdd,
      block(`if ($uri ~ ${wholePath(site, page)})`, addSlash),
      toPacked(site, 'pages', `${page}/`, '$1index.html'),
      'return 404;',
    ),
    '',
  ];
}

function toFile(site: HostedSite, pattern: string): string {
  return `rewrite ${wholePath(site, `(${pattern})`)} "$1" break;`;
}

/** Rewrites the path of a folder to its index; `pattern` ends in a slash. */
function toIndex(site: HostedSite, pattern: string): string {
  return `rewrite ${wholePath(site, `(${pattern})(?:index\\.json)?`)} "$1index.json" break;`;
}

// nginx locations beside the API: the publisher's own files, the pages for people, and the descriptions of the site.

/** Static files of the publisher, as they are; a folder has its index.html. */
export function staticLocation(site: HostedSite): string[] {
  const pattern = patterns.staticPattern(site);
  if (pattern === null) return [];
  return [
    "# The publisher's own files.",
    ...block(
      `location ~ ${wholePath(site, `/${pattern}`)}`,
      answeredBy('beside', site),
      block('types', ...staticTypes),
      'default_type application/octet-stream;',
      refuseOdd,
      `rewrite ${wholePath(site, '(/.*/)')} "$1${welcomeFile}" break;`,
      `rewrite ${wholePath(site, `(/${pattern})`)} "$1";`,
      '# nginx itself would lead to a folder without the path of the site.',
      ...block('if (-d "$document_root$uri")', addSlash),
      'break;',
    ),
    '',
  ];
}

// nginx's own types are in a file that not every installation includes.
const staticTypes = [
  'text/html html htm; text/css css; text/plain txt; text/csv csv; text/markdown md;',
  'text/javascript js mjs; text/xml xml; application/json json map;',
  'application/manifest+json webmanifest; application/pdf pdf; application/zip zip;',
  'application/gzip gz; application/wasm wasm; image/gif gif; image/jpeg jpg jpeg; image/png png;',
  'image/svg+xml svg; image/webp webp; image/x-icon ico; font/woff woff; font/woff2 woff2;',
].flatMap((types) => types.split(/(?<=;) /));

/** The pages for people: files with a hash in their names are cached for good, the rest is revalidated (W1). */
export function pageLocations(site: HostedSite): string[] {
  if (!site.pages) return [];
  const at = (file: string) => quote(`${decodedPrefix(site)}/${file}`);
  const fresh = [...commonHeaders(), cacheLine(freshCache)];
  return [
    '# The pages for people: their code, their indexes, and the page that names these.',
    ...block(
      `location ^~ ${at(codeFolder)}`,
      answeredBy('beside', site),
      block('types', ...Object.entries(codeTypes).map(([name, type]) => `${type} ${name};`)),
      `gzip_types ${Object.values(codeTypes).join(' ')};`,
      ...commonHeaders(),
      cacheLine(lastingHeaders['Cache-Control'] ?? ''),
      refuseOdd,
      toFile(site, `/${codeFolder}[^/._][^/]*\\.(?:${codeExtensions})`),
      'return 404;',
    ),
    ...block(
      `location ^~ ${at(assetFolder)}`,
      answeredBy('beside', site),
      ...fresh,
      refuseOdd,
      toFile(site, `/${assetFolder}[^/._][^/]*\\.json`),
      'return 404;',
    ),
    ...['', welcomeFile].flatMap((file) =>
      block(`location = ${at(file)}`, ...fresh, refuseOdd, `rewrite ^ /${welcomeFile} break;`),
    ),
    '',
  ];
}

export function besideLocations(site: HostedSite): string[] {
  return [
    ...(site.pages
      ? []
      : block(
          `location = ${quote(`${decodedPrefix(site)}/`)}`,
          refuseOdd,
          `rewrite ^ /${welcomeFile} break;`,
        )),
    ...refuseOdd,
    toFile(site, '/(?:[^/._][^/]*/)*[^/._][^/]*\\.(?:json|html)'),
    'return 404;',
  ];
}
