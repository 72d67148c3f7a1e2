/** The router: maps a request to its response, a pure function for every host (A2, L4 to L7, D1, D2, V1, M3, M4). */
import type { TabledSite } from './bulkFiles.ts';
import { type ListName, optionalAt, type PerList } from './collectionName.ts';
import {
  pageParameter,
  type PageSet,
  pageSetFor,
  type PageSets,
  type ViewPages,
} from './pageSizes.ts';
import { lowerCaseAlias, unsafeNameReason } from './recordName.ts';
import {
  type Description,
  isListView,
  matchRoute,
  isAddressByPhage,
  optionsFile,
  type Route,
  viewFile,
} from './routes.ts';
import type { SiteOptions } from './siteOptions.ts';
import { apiRootFile, pageFile } from './sitePaths.ts';

interface Folder {
  readonly kind: Route['kind'];
  readonly name: Description;
  readonly segments: readonly string[];
}

/** What a path addresses, whatever the method (A2, A3, L7). */
type ApiPath =
  | { readonly kind: 'outside' }
  /** Under the API, where no file can exist (D2). */
  | { readonly kind: 'unknown' }
  /** A canonical path without its final slash; `canonical` has the slash and is percent-encoded (A2). */
  | { readonly kind: 'unslashed'; readonly canonical: string }
  /** The index of a folder, requested by its file name: the same answer as for the folder, with any query. */
  | { readonly kind: 'index'; readonly folder: Folder }
  /** A page of a list or view as a plain file; it may be past the last page (L7). */
  | {
      readonly kind: 'page';
      readonly folder: Folder;
      readonly page: number;
      /** The name of its set, which may not exist; '' for the default set (L5). */
      readonly size: string;
    }
  | Folder;

/**
 * Parses a path as sent in the request: percent-encoded, without the site's prefix. Each segment is decoded once; an
 * escaped slash does not separate segments. `lastPages` tells which collections are published: nothing exists below the
 * address of any other.
 */
export function parseApiPath(path: string, lastPages: PerList<number>): ApiPath {
  const segments = path.split('/').map(decodeSegment);
  const top = segments[1];
  if (segments[0] !== '' || typeof top !== 'string') return { kind: 'outside' };
  // A case-insensitive file system would serve the files of /api under /API, without the API's headers.
  if (top !== 'api') return { kind: top.toLowerCase() === 'api' ? 'unknown' : 'outside' };

  const below = segments.slice(2);
  const optional = optionalAt(below[0] || '');
  if (optional !== null && lastPages[optional] === 0) return { kind: 'unknown' };
  const page = plainPage(below);
  if (page !== null) return page;

  const last = below[below.length - 1];
  const namesFolder = last === '' || last === 'index.json';
  const folder = folderAt(namesFolder ? below.slice(0, -1) : below);
  if (folder === null) return { kind: 'unknown' };
  if (last === 'index.json') return { kind: 'index', folder };
  return namesFolder ? folder : { kind: 'unslashed', canonical: canonicalPath(below) };
}

function plainPage(segments: readonly (string | null)[]): ApiPath | null {
  const file = segments.slice(-2);
  const match = /^([1-9][0-9]*)\.json$/.exec(file[1] || '');
  if (file[0] !== 'page' || match === null) return null;
  const of = segments.slice(0, -2);
  const list = of.length === 3 && of[1] === 'page-size' ? folderAt(of.slice(0, 1)) : null;
  const size = (list !== null && list.kind === 'list' && of[2]) || '';
  const folder = size === '' ? folderAt(of) : list;
  if (folder === null || !hasPages(folder)) return null;
  return { kind: 'page', folder, page: Number(match[1]), size };
}

function hasPages(folder: Folder): boolean {
  return folder.kind === 'list' || isListView(folder.name);
}

function folderAt(segments: readonly (string | null)[]): Folder | null {
  const names = segments.map((segment) => segment || '');
  // Empty segments, dot segments and decoded slashes are not valid names either (A3).
  if (names.some((name) => unsafeNameReason(name) !== null)) return null;
  const found = matchRoute(names);
  return found && { kind: found.kind, name: found.name, segments: names };
}

function canonicalPath(segments: readonly (string | null)[]): string {
  return `/api/${segments.map((segment) => `${encodeURIComponent(segment || '')}/`).join('')}`;
}

/** Null for a malformed escape, instead of the exception of decodeURIComponent. */
export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The response bodies of errors (L4, D2, M4). */
export const invalidPageBody = errorBody('Invalid page.');
export const notFoundBody = errorBody('Not found.');

/** The body of a 405; without the method on hosts that cannot insert it (M4). */
export function methodNotAllowedBody(method?: string): string {
  return errorBody(
    method === undefined ? 'Method not allowed.' : `Method "${method}" not allowed.`,
  );
}

export function errorBody(detail: string, became?: readonly number[]): string {
  return JSON.stringify({ detail, became });
}

type PathInApi = Exclude<ApiPath, { kind: 'outside' }>;

interface RouteRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

export interface RoutedSite extends Pick<SiteOptions, 'caseInsensitiveNames'>, TabledSite {
  /** 0 for a list that is not published. */
  readonly lastPages: PerList<number>;
  readonly pageSets?: PageSets;
  readonly viewPages?: ViewPages;
  readonly prefix: string;
  readonly phageAliases?: boolean;
}

export type Answer =
  /** Not under `/api`: left to the host. */
  | { readonly kind: 'outside' }
  | FileAnswer
  /** An absolute path, percent-encoded, for the Location header as it is (A2). */
  | { readonly kind: 'redirect'; readonly status: 301; readonly location: string }
  | { readonly kind: 'error'; readonly status: 404 | 405; readonly body: string };

export interface FileAnswer {
  readonly kind: 'file';
  readonly status: 200;
  /** Relative to the site's root, in raw UTF-8. */
  readonly file: string;
  /** If the site lacks this file, the response is `notFound` instead: the router does not know which records exist. */
  readonly dependsOn: string;
  /** A view counts as a record: its bytes do not depend on the address of the site. */
  readonly holds: 'root' | 'page' | 'record' | 'description';
  /** For the file of a phage on a site with aliases: if it is missing, the request may have used one of them (D3). */
  readonly alias?: PhageAlias | undefined;
}

export interface PhageAlias {
  readonly top: string;
  readonly name: string;
}

/** Also the response when `dependsOn` is missing (D2). */
export const notFound = { kind: 'error', status: 404, body: notFoundBody } as const;
const invalidPage = { kind: 'error', status: 404, body: invalidPageBody } as const;

/** Routes a request. Never throws, whatever the request contains. */
export function route(request: RouteRequest, site: RoutedSite): Answer {
  const path = parseApiPath(request.path, site.lastPages);
  if (path.kind === 'outside') return path;
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return contentAt(path, request.query, site);
    case 'OPTIONS':
      return descriptionAt(path, request.query, site);
    default:
      return { kind: 'error', status: 405, body: methodNotAllowedBody(request.method) };
  }
}

function contentAt(path: PathInApi, query: string, site: RoutedSite): Answer {
  switch (path.kind) {
    case 'unknown':
      return notFound;
    case 'unslashed':
      return redirect(site.prefix + path.canonical, query);
    case 'index':
      return folderContent(path.folder, '', site);
    case 'page': {
      const of = published(path.folder, site);
      const sets = setsOf(path.folder, of, site);
      const set = sets.find((one) => String(one.name || '') === path.size);
      return set !== undefined && path.page <= set.lastPage
        ? content(pageFile(of, path.page, set.name), 'page')
        : notFound;
    }
    default:
      return folderContent(path, query, site);
  }
}

function folderContent(folder: Folder, query: string, site: RoutedSite): Answer {
  if (folder.kind === 'root') return content(apiRootFile, 'root');
  const of = published(folder, site);
  const index = viewFile([of]);
  const top = folder.segments[0] || '';
  const isOfPhage = folder.kind !== 'list' && site.phageAliases && isAddressByPhage(top);
  const alias = isOfPhage && { top, name: folder.segments[1] || '' };
  if (!hasPages(folder)) return content(index, 'record', alias);
  const set = pageSetFor(query, setsOf(folder, of, site));
  if (folder.kind === 'list' && set.lastPage === 0) return notFound;
  const page = pageParameter(query, set.lastPage || 1);
  if (page === 'invalid') return invalidPage;
  if (page > 1 || set.name !== null) return content(pageFile(of, page, set.name), 'page');
  return content(index, set.lastPage > 0 ? 'page' : 'record', alias);
}

/** A folder as published, between `/api/` and its final slash. */
function published(folder: Folder, site: RoutedSite): string {
  // A name without an alias is looked up as it is; segments that are not names are already in lower case.
  const inLower = (name: string) => (site.caseInsensitiveNames && lowerCaseAlias(name)) || name;
  return folder.segments.map(inLower).join('/');
}

/**
 * `of` is the folder as published. The last page is 0 of a list that is not published, and of a view that is whole on
 * one, which has no page files.
 */
function setsOf(folder: Folder, of: string, site: RoutedSite): readonly PageSet[] {
  const list = folder.kind === 'list' ? (of as ListName) : null;
  const sets = list && site.pageSets && site.pageSets[list];
  const lastPage = list === null ? (site.viewPages || {})[of] || 0 : site.lastPages[list];
  return sets || [{ name: null, size: 0, lastPage }];
}

/** Methods belong to a path: the page number in the query is ignored (M3). */
function descriptionAt(path: PathInApi, query: string, site: RoutedSite): Answer {
  const answer = contentAt(path, path.kind === 'unslashed' ? query : '', site);
  if (answer.kind !== 'file') return answer;
  const folder = path.kind === 'index' || path.kind === 'page' ? path.folder : path;
  const name = 'name' in folder ? folder.name : 'root';
  const file = optionsFile(name);
  const dependsOn = answer.holds === 'record' ? answer.file : file;
  return Object.assign(content(file, 'description', answer.alias), { dependsOn });
}

function content(file: string, holds: FileAnswer['holds'], alias?: PhageAlias | false): FileAnswer {
  return { kind: 'file', status: 200, file, dependsOn: file, holds, alias: alias || undefined };
}

function redirect(path: string, query: string): Answer {
  const location = query === '' ? path : `${path}?${escapeUnprintable(query)}`;
  return { kind: 'redirect', status: 301, location };
}

/** Header values must be printable ASCII: a line break would start another header (header injection). */
function escapeUnprintable(text: string): string {
  // Without surrogate ranges, which CloudFront's runtime rejects.
  return text.replace(/[^!-~]+/g, escapeAll);
}

function escapeAll(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate: U+FFFD, as in a URL parser.
    if (text.length === 1) return '%EF%BF%BD';
    const half = Math.floor(text.length / 2);
    // Never splits a surrogate pair.
    const end = Number(text.codePointAt(half - 1)) > 0xffff ? half + 1 : half;
    return escapeAll(text.slice(0, end)) + escapeAll(text.slice(end));
  }
}

/** Nothing in it is normalized or decoded: the router does that. */
export type RequestTarget = Pick<RouteRequest, 'path' | 'query'>;

/**
 * Splits the target of a request line: origin form, or the absolute form that is sent to proxies (RFC 9112, 3.2.2). By
 * hand: a URL parser would normalize `//`, `/../` and escapes.
 */
export function parseRequestTarget(target: string): RequestTarget {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark === -1 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : local.slice(mark + 1) };
}

/** The target of a whole URL, without the site's prefix, which a proxy may have stripped. */
export function targetBelow(prefix: string, url: string): RequestTarget {
  const { path, query } = parseRequestTarget(url.replace(/#.*$/, ''));
  return { path: path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path, query };
}

export function pathAndQuery({ path, query }: RequestTarget): string {
  return path + (query === '' ? '' : `?${query}`);
}
