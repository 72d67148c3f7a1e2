/** The file of each response, as a path relative to the site's root, always with `/`. */
import { type CollectionName, derivedNames, type ListName } from './collectionName.ts';
import { pageFolders } from '../text/pagePaths.ts';
import type { PageSize } from './pageSizes.ts';

/** Of all answers of the interface. */
export const apiFolder = 'api/';
export const apiRootFile = 'api/index.json';
export const releaseFile = 'release.json';
export const manifestFile = 'manifest.json';
export const welcomeFile = 'index.html';
export const openApiFile = 'openapi.json';
/** The code, style and indexes of the pages for people. */
export const assetFolder = 'web/';
/** Their code and style: each name contains a hash of the bytes, so a name always has the same content (W1). */
export const codeFolder = 'web/code/';

export const sitemapFile = 'sitemap.xml';
export const robotsFile = 'robots.txt';
/** What many hosts show a browser for an address that is none, outside the API. */
export const lostFile = '404.html';
/** The parts of a long sitemap. */
export const sitemapFolder = 'sitemaps/';
/** The tops of what a site tells of its former releases, in files that its manifest does not name (H1). */
export const changesFolder = 'changes/';
export const releasesFolder = 'releases/';
export const signatureFile = 'release.json.minisig';
export const historyTops = [changesFolder, releasesFolder, signatureFile] as const;

/**
 * The tops that hosts serve as they are: those of the publisher's own files, of pages of phages and clusters, of what leads
 * crawlers to these, and of former releases.
 */
export function fileTops({
  html,
  static: own = [],
}: {
  readonly html?: boolean | undefined;
  readonly static?: readonly string[] | undefined;
}): string[] {
  const ofPages = [
    ...pageFolders.map((folder) => `${folder}/`),
    robotsFile,
    sitemapFile,
    sitemapFolder,
    lostFile,
  ];
  return [...new Set([...own, ...historyTops, ...(html === true ? ofPages : [])])].sort();
}

export function isHtmlPage(file: string): boolean {
  return pageFolders.some((folder) => file.startsWith(`${folder}/`));
}

/** How to cite the site, in the formats of those who ask. */
export const citationPaths = {
  cff: 'CITATION.cff',
  zenodo: '.zenodo.json',
  datacite: 'datacite.json',
  roCrate: 'ro-crate-metadata.json',
  croissant: 'croissant.json',
} as const;

export const errorFiles = {
  invalidPage: 'errors/invalid-page.json',
  notFound: 'errors/not-found.json',
  methodNotAllowed: 'errors/method-not-allowed.json',
} as const;

export function listFile(list: ListName): string {
  return `api/${list}/index.json`;
}

/**
 * A page as a plain file (L7); `page` counts from 1. `of` is a list, or a view as between `/api/` and the final slash of
 * its address; `size` is the name of its set, null for the default.
 */
export function pageFile(of: string, page: number, size?: PageSize | null): string {
  return `api/${of}/${pagesFolder(size || null)}/${page}.json`;
}

/** The list or view of which a file is a page, as between `/api/` and the final slash of its address; null if it is none. */
export function viewOfPage(file: string): string | null {
  return /^api\/(.+)\/page\/[1-9][0-9]*\.json$/.exec(file)?.[1] ?? null;
}

export function pagesFolder(size: PageSize | null): string {
  return size === null ? 'page' : `page-size/${size}/page`;
}

/** Whether a file is a page of a set other than the default; compressed siblings count, too. */
export function isFurtherPage(file: string): boolean {
  return /^api\/[^/]+\/page-size\/[^/]+\/page\/[^/]+$/.test(file);
}

/** Whether a file is a page of a derived list, and not another file of the view of the same name. */
export function isDerivedPage(file: string): boolean {
  const list = /^api\/([^/]+)\/(?:index|(?:page-size\/[^/]+\/)?page\/[1-9][0-9]*)\.json$/.exec(
    file,
  )?.[1];
  return derivedNames.some((name) => name === list);
}

/** A single record (D1, A3): the name is raw UTF-8 and must have passed `unsafeNameReason`. */
export function recordFile(collection: CollectionName, name: string): string {
  return `api/${collection}/${name}/index.json`;
}

export const schemasFolder = 'schemas/';

export function schemaFile(name: string): string {
  return schemasFolder + name;
}

/** Whether a file configures a host (`_headers`, `_worker.js`, `.htaccess`) and is not content. */
export function isHostSetting(file: string): boolean {
  return /^[._][^/]*$/.test(file);
}

/** The types of the code files of the pages for people, by extension (W1). */
export const codeTypes = {
  css: 'text/css',
  js: 'text/javascript',
  // The licences of the libraries in it.
  txt: 'text/plain',
} as const;

export const codeExtensions = /* @__PURE__ */ Object.keys(codeTypes).join('|');

export function codeTypeOf(file: string): string | null {
  const extension = /\.([a-z]+)$/.exec(file)?.[1] ?? '';
  return Object.entries(codeTypes).find(([known]) => known === extension)?.[1] ?? null;
}
