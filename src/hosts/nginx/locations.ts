/**
 * The routes of a site as nginx locations. Each is matched by prefix, and rewrites the path to that of a file, once.
 * Missing files and methods other than GET and HEAD are left to `nginxAnswers`.
 */
import { bulkExtensions, bulkFolders, bulkTops } from '../../contract/bulkAddresses.ts';
import { bulkTypes } from '../../contract/bulkFiles.ts';
import {
  publishedNames,
  collectionsAmong,
  type ListName,
  listNames,
  namedCollections,
} from '../../contract/collectionName.ts';
import { optionsBody } from '../../contract/descriptions.ts';
import { exposedByBulk } from '../../contract/headers.ts';
import { setsFrom } from '../../contract/pageSets.ts';
import type { PageSet } from '../../contract/pageSizes.ts';
import { apiRootFile, pagesFolder } from '../../contract/sitePaths.ts';
import { isListView, type ViewTemplate } from '../../contract/views.ts';
import { block } from '../configLines.ts';
import { type HostedSite, listsOf, offeredOn, templatesOf } from '../host.ts';
import { answeredBy, bulkHeaders, noSuchPage, refusedPart } from './answers.ts';
import { quote } from './quote.ts';
import { descriptionIn } from './maps.ts';
import { tableRewrites } from './tables.ts';
import * as patterns from '../rulePatterns.ts';
import { decodedPrefix } from '../serverSetup.ts';

// nginx normalizes odd paths before it looks for a file, so they are rejected first.
export const refuseOdd = block('if ($phagepress_odd)', 'return 404;');

export function apiLocations(site: HostedSite): string[] {
  const root = `${decodedPrefix(site)}/api`;
  const lists = publishedNames(listNames, collectionsAmong(site.lastPages));
  const tops = [...new Set([...lists, ...templatesOf(site).map(topOf)])];
  return [
    ...block(`location = ${quote(root)}`, answeredBy('api', site), refuseOdd, addSlash),
    ...block(
      `location ^~ ${quote(`${root}/`)}`,
      answeredBy('api', site),
      ...listsOf(site).map((list) => listLocation(list, site)),
      ...tops.map((top) => folderLocation(top, site)),
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
  return block(
    `location = ${quote(`${decodedPrefix(site)}/api/${list}/`)}`,
    answeredBy('list', site),
    refuseOdd,
    ...(sets === undefined ? [] : [chooseSet(sets), describeSizes(list, site)]),
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
  const folders = [
    ...namedCollections.filter((name) => name === top).map((name) => `${name}/[^/]+`),
    ...templatesOf(site)
      .filter((template) => topOf(template) === top)
      .map(patterns.templatePattern),
  ];
  const list = listsOf(site).find((one) => one === top);
  const listed = templatesOf(site).filter(
    (template) => topOf(template) === top && isListView(template),
  );
  return block(
    `location ^~ ${quote(`${decodedPrefix(site)}/api/${top}/`)}`,
    refuseOdd,
    ...(folders.length === 0 ? [] : [toIndex(site, `/api/(?:${folders.join('|')})/`)]),
    ...(list === undefined ? [] : pageFiles(list, site)),
    unslashed(site),
    'return 404;',
    ...(listed.length === 0 ? [] : [listedLocation(listed, site)]),
  );
}

/** Pages as plain files (L7). */
function pageFiles(list: ListName, site: HostedSite): string[] {
  const sets = site.pageSets?.[list];
  const files = `/api/${list}/${patterns.pageFilesPattern(sets)}`;
  const prefix = patterns.escapePattern(decodedPrefix(site));
  return [
    ...(sets === undefined
      ? []
      : block(`if ($uri ~ ${quote(`^${prefix}${files}$`)})`, describeSizes(list, site))),
    toFile(site, files),
  ];
}

/** Views by page: each has all items on its first (V1). */
function listedLocation(templates: readonly ViewTemplate[], site: HostedSite): string[] {
  const views = `/api/${patterns.listViewsPattern(templates)}/`;
  const prefix = patterns.escapePattern(decodedPrefix(site));
  return block(
    `location ~ ${quote(`^${prefix}${views}$`)}`,
    refuseOdd,
    block('if ($phagepress_beyond)', `return ${noSuchPage};`),
    toIndex(site, views),
  );
}

// The path matched the plain pattern, and so starts with the prefix.
const addSlash = 'return 301 "$phagepress_path/$is_args$args";';

/** Redirects a path that only lacks its final slash (A2). */
function unslashed(site: HostedSite): string[] {
  const path = `^${patterns.escapePattern(decodedPrefix(site))}/api${patterns.unslashedPattern(site)}$`;
  const unfit = `${patterns.unfitNamePattern}|${patterns.longNamePattern}|^${patterns.notTextPattern}`;
  return [
    ...block(`if ($uri ~ ${quote(unfit)})`, 'return 404;'),
    ...block(`if ($uri ~ ${quote(path)})`, addSlash),
  ];
}

const topOf = (template: string) => template.replace(/\/.*/, '');

/** Bulk files as they are, with ranges for clients that read a table by column. */
export function bulkLocation(site: HostedSite): string[] {
  const types = Object.entries(bulkTypes).map(([extension, type]) => `${type} ${extension};`);
  return bulkTops(site).flatMap((folder) =>
    block(
      `location ^~ ${quote(`${decodedPrefix(site)}/${folder}`)}`,
      answeredBy('beside', site),
      refusedPart(site),
      block('types', ...types),
      'max_ranges 1;',
      ...bulkHeaders(site),
      `add_header Access-Control-Expose-Headers ${quote(exposedByBulk.join(', '))};`,
      refuseOdd,
      ...tableRewrites(folder, site),
      toFile(site, `/${bulkFolders(site)}[^/]+\\.(?:${bulkExtensions})`),
      'return 404;',
    ),
  );
}

/** Rewrites a path to a file, without the prefix; `pattern` has no groups. */
export function toFile(site: HostedSite, pattern: string): string {
  const prefix = patterns.escapePattern(decodedPrefix(site));
  return `rewrite ${quote(`^${prefix}(${pattern})$`)} "$1" break;`;
}

/** Rewrites the path of a folder to its index; `pattern` ends in a slash. */
function toIndex(site: HostedSite, pattern: string): string {
  const prefix = patterns.escapePattern(decodedPrefix(site));
  return `rewrite ${quote(`^${prefix}(${pattern})(?:index\\.json)?$`)} "$1index.json" break;`;
}
