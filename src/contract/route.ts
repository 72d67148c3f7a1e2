/**
 * The router: maps a request to its response, as a pure function that every host can run (A2, L4 to L7, D1, D2, V1, M3,
 * M4).
 */
import { parseApiPath, type ApiPath, type Folder } from './apiPath.ts';
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from './bodies.ts';
import { type ListName, type PerList, recordNouns } from './collectionName.ts';
import { pageParameter } from './pageParameter.ts';
import { type PageSet, type PageSets, pageSetFor } from './pageSizes.ts';
import { lowerCaseAlias } from './recordName.ts';
import type { SiteOptions } from './siteOptions.ts';
import type { TabledSite } from './bulkAddresses.ts';
import { isListView, namesPhage, viewFile } from './views.ts';
import { apiRootFile, listFile, optionsFile, pageFile, type Description } from './sitePaths.ts';

type PathInApi = Exclude<ApiPath, { kind: 'outside' }>;

export interface RouteRequest {
  /** As sent; methods are case-sensitive. */
  readonly method: string;
  /** Percent-encoded, without the site's prefix and the query. */
  readonly path: string;
  /** Raw, without its `?`; '' when there is none. */
  readonly query: string;
}

export interface RoutedSite extends Pick<SiteOptions, 'caseInsensitiveNames'>, TabledSite {
  /** 0 for a list that is not published. */
  readonly lastPages: PerList<number>;
  /** Left out if each list has only one page size. */
  readonly pageSets?: PageSets;
  /** '' or for example '/phages', as returned by `basePath`. */
  readonly prefix: string;
  /** As in `SiteOptions`; absent means no. */
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
  /**
   * For the file of a phage on a site with aliases: if the file is missing, the request may have used one of them (D3).
   */
  readonly alias?: PhageAlias | undefined;
}

export interface PhageAlias {
  /** The list or view. */
  readonly top: string;
  /** The name in the request. */
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
      const set = setsOf(path.list, site).find((one) => String(one.name || '') === path.size);
      return set !== undefined && path.page <= set.lastPage
        ? content(pageFile(path.list, path.page, set.name), 'page')
        : notFound;
    }
    case 'root':
    case 'list':
    case 'record':
    case 'view':
      return folderContent(path, query, site);
  }
}

function folderContent(folder: Folder, query: string, site: RoutedSite): Answer {
  // A name without an alias is looked up as it is.
  const published = (name: string) => (site.caseInsensitiveNames && lowerCaseAlias(name)) || name;
  if (folder.kind === 'root') return content(apiRootFile, 'root');
  if (folder.kind === 'view' || folder.kind === 'record') {
    const isView = folder.kind === 'view';
    if (isView && isListView(folder.template) && pageParameter(query, 1) === 'invalid')
      return invalidPage;
    const segments = isView ? folder.segments : [folder.collection, folder.name];
    const top = segments[0] || '';
    const alias = site.phageAliases && namesPhage(top) && { top, name: segments[1] || '' };
    // Segments that are not names are already in lower case.
    return content(viewFile(segments.map(published)), 'record', alias);
  }
  const list = folder.list;
  if (site.lastPages[list] === 0) return notFound;
  const set = pageSetFor(query, setsOf(list, site));
  const page = pageParameter(query, set.lastPage);
  if (page === 'invalid') return invalidPage;
  const isFirst = page === 1 && set.name === null;
  return content(isFirst ? listFile(list) : pageFile(list, page, set.name), 'page');
}

function setsOf(list: ListName, site: RoutedSite): readonly PageSet[] {
  const lastPage = site.lastPages[list];
  return (site.pageSets && site.pageSets[list]) || [{ name: null, size: 0, lastPage }];
}

/** Methods belong to a path: the page number in the query is ignored (M3). */
function descriptionAt(path: PathInApi, query: string, site: RoutedSite): Answer {
  const answer = contentAt(path, path.kind === 'unslashed' ? query : '', site);
  if (answer.kind !== 'file') return answer;
  const file = optionsFile(descriptionOf(path.kind === 'index' ? path.folder : path));
  const dependsOn = answer.holds === 'record' ? answer.file : file;
  return Object.assign(content(file, 'description', answer.alias), { dependsOn });
}

function descriptionOf(path: PathInApi): Description {
  if (path.kind === 'view') return path.template;
  if (path.kind === 'record') return recordNouns[path.collection];
  return path.kind === 'list' || path.kind === 'page' ? path.list : 'root';
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
