/**
 * Compares what `release.json` states as published with the manifest, which decides what is requested from the service.
 */
import { aliasFolder } from '../../contract/aliasIndex.ts';
import {
  bulkFiles,
  bulkFilesOf,
  bulkFolder,
  bulkIndexesOf,
  type BulkName,
  bulkNames,
} from '../../contract/bulkFiles.ts';
import { isTablePath, phageTableNames, phageTables } from '../../contract/tableAddresses.ts';
import {
  derivedNames,
  leastPages,
  type ListName,
  listNames,
  type PerList,
  perList,
} from '../../contract/collectionName.ts';
import { collectionsOf, pageSetsIn, type Release } from '../../contract/release.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import { isStatic } from '../../contract/staticNames.ts';
import { type ViewName, viewNames } from '../../contract/views.ts';
import { views as viewTable } from '../../views/planViews.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { SiteManifest } from './siteManifest.ts';
import { isBulkPath } from '../../contract/bulkAddresses.ts';
import { mediaFolder } from '../../contract/genomePaths.ts';
import { fileAlias } from '../../contract/fileAlias.ts';
import { viewOf } from './viewOf.ts';

export interface CheckedRelease {
  /** The release, corrected by the manifest. */
  readonly release: Release;
  readonly lastPages: PerList<number>;
}

/** Reports each contradiction under the clause `release`; `address` is that of release.json. */
export function compareWithManifest(
  said: Release,
  manifest: SiteManifest,
  address: string,
  log: ClauseLog,
): CheckedRelease {
  const parts = publishedParts(manifest);
  const { genes, phages } = said.collections;
  const report = (member: string, expected: string, found: string) =>
    log.fail('release', { address: `${address}#/${member}`, expected, found });

  // Records without a name, or with one that cannot be a path, have no files.
  const isNamed = !said.allowed.some((rule) => rule === 'null-value' || rule === 'path-name');
  const mayLackFiles = (records: number) => records === 0 || !isNamed;

  const isPublished = (
    member: string,
    name: string,
    isSaid: boolean,
    isListed: boolean,
    mayBeEmpty: boolean,
  ): boolean => {
    if (isSaid === isListed || (isSaid && mayBeEmpty)) return isSaid;
    const files = isListed ? 'lists files' : 'lists no file';
    const wanted = isListed ? name : `no ${name}`;
    report(member, `${wanted}: manifest.json ${files} of it`, isSaid ? name : `no ${name}`);
    return isListed;
  };
  const bulk = bulkNames.filter((name) => {
    // Its files are those of the phages that genes name, so there may be none.
    const mayBeEmpty = name === 'phages' && mayLackFiles(genes.count);
    return isPublished('bulk', name, said.bulk.includes(name), parts.bulk.has(name), mayBeEmpty);
  });
  const views = viewNames.filter((name) => {
    const { entries, from } = viewTable[name];
    const hasPages = derivedNames.some((list) => list === name);
    const mayBeEmpty =
      entries !== undefined && !hasPages && mayLackFiles(said.collections[from]?.count ?? 0);
    return isPublished('views', name, said.views.includes(name), parts.views.has(name), mayBeEmpty);
  });
  const mayLackGenes = mayLackFiles(genes.count);
  const single = 'files of single genes';
  const geneFiles = isPublished(
    'gene_files',
    single,
    said.gene_files,
    parts.geneFiles,
    mayLackGenes,
  );
  const files = [
    ...bulkFilesOf(said.bulk, collectionsOf(said)),
    ...bulkIndexesOf(said.bulk),
    ...(said.bulk.includes('phagesdb') ? tablesOfPhages : []),
  ];
  for (const { name, path } of files) {
    const isHalf = parts.bulk.has(name) && manifest.find(path) < 0;
    if (isHalf) report('bulk', `no ${name}: manifest.json does not list ${path}`, name);
  }
  for (const [list, sets] of Object.entries(pageSetsIn(said).pageSets ?? {})) {
    for (const { name, size, lastPage } of sets.slice(1)) {
      const last = pageFile(list as ListName, lastPage, name);
      if (manifest.find(last) >= 0) continue;
      const sizes = `collections/${list}/page_sizes`;
      report(sizes, `no ${name}: manifest.json does not list ${last}`, String(name ?? size));
    }
  }
  for (const list of listNames) {
    const pages = said.collections[list]?.pages;
    if ((pages ?? 0) === parts.pages[list]) continue;
    // The release states a derived list only through its view.
    if (pages === undefined && derivedNames.some((name) => name === list)) continue;
    const expected = `${parts.pages[list]}, as many as manifest.json lists`;
    report(`collections/${list}/pages`, expected, pages === undefined ? 'none' : String(pages));
  }
  const caseInsensitiveNames = said.case_insensitive_names === true;
  const phageAliases = isPublished(
    'phage_aliases',
    'other names of phages',
    said.phage_aliases === true,
    parts.phageAliases && !isStatic(aliasFolder, said.static ?? []),
    mayLackFiles(phages.count + genes.count),
  );
  if (caseInsensitiveNames && parts.withoutAlias !== null) {
    const expected = `false: manifest.json does not list ${parts.withoutAlias} in lower case`;
    report('case_insensitive_names', expected, 'true');
  } else if (!caseInsensitiveNames && !phageAliases && parts.hasAliases) {
    const expected = 'true: manifest.json lists phages in lower case, too';
    report('case_insensitive_names', expected, 'no such member, or false');
  }
  for (const top of topsWithoutFiles(said.static ?? [], manifest)) {
    report('static', `no ${top}: manifest.json lists no such file`, top);
  }

  const lastPages = perList((list) => Math.max(leastPages(list), parts.pages[list]));
  const collections = Object.fromEntries(
    Object.entries(said.collections).flatMap(([name, list]) => {
      const pages = lastPages[name as ListName];
      return pages > 0 ? [[name, { ...list, pages }]] : [];
    }),
  ) as Release['collections'];
  return { release: { ...said, bulk, views, gene_files: geneFiles, collections }, lastPages };
}

const tablesOfPhages = phageTableNames.map((table) => {
  return { name: 'phagesdb', path: phageTables[table].path } as const;
});

function topsWithoutFiles(tops: readonly string[], manifest: SiteManifest): string[] {
  const left = new Set(tops);
  for (let entry = 0; left.size > 0 && entry < manifest.entries; entry++) {
    const file = manifest.pathOf(entry);
    for (const top of left) if (isStatic(file, [top])) left.delete(top);
  }
  return [...left];
}

/** Derives from a manifest which bulk files, views and gene files are published, and how many pages. */
export function publishedParts(manifest: SiteManifest) {
  const bulk = new Set<BulkName>();
  const views = new Set<ViewName>();
  let geneFiles = false;
  let phageAliases = false;
  // A file without a lower-case alias; null if all have one.
  let withoutAlias: string | null = null;
  // Whether a phage has a lower-case alias.
  let hasAliases = false;
  for (let entry = 0; entry < manifest.entries; entry++) {
    const file = manifest.pathOf(entry);
    if (isBulkPath(file)) {
      const name = bulkNameOf(file);
      if (name !== undefined) bulk.add(name);
      continue;
    }
    phageAliases ||= file.startsWith(aliasFolder);
    geneFiles ||= /^api\/genes\/[^/]+\/index\.json$/.test(file);
    const view = viewOf(file);
    if (view !== null) views.add(view);
    const isPhage = file.startsWith('api/phages/');
    // One example is enough; on most sites no file has an alias.
    if (!file.endsWith('/index.json') || (withoutAlias !== null && !isPhage)) continue;
    const alias = fileAlias(file);
    if (alias === null) continue;
    const other = manifest.find(alias);
    if (other < 0) withoutAlias ??= file;
    else if (isPhage)
      hasAliases ||= manifest.fileOf(other).sha256 === manifest.fileOf(entry).sha256;
  }
  // The number of consecutive pages from the first; 0 for a list that is not published.
  const pages = perList((list) => pagesOf(list, manifest));
  return { bulk, views, geneFiles, phageAliases, pages, withoutAlias, hasAliases };
}

function bulkNameOf(file: string): BulkName | undefined {
  if (file.startsWith(`${bulkFolder}phages/`)) return 'phages';
  if (file.startsWith(mediaFolder)) return 'genomes';
  if (isTablePath(file)) return 'phagesdb';
  return bulkFiles.find(({ path }) => path === file)?.name;
}

function pagesOf(list: ListName, manifest: SiteManifest): number {
  let pages = 0;
  while (manifest.find(pageFile(list, pages + 1)) >= 0) pages++;
  return pages;
}
