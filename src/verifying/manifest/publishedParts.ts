/** Derives from a manifest which bulk files, views and gene files are published, and how many pages. */
import { aliasFolder } from '../../contract/aliasIndex.ts';
import { isBulkPath } from '../../contract/bulkAddresses.ts';
import { bulkFiles, bulkFolder, type BulkName } from '../../contract/bulkFiles.ts';
import { mediaFolder } from '../../contract/genomePaths.ts';
import { type ListName, perList } from '../../contract/collectionName.ts';
import { isTablePath } from '../../contract/tableAddresses.ts';
import { fileAlias } from '../../contract/fileAlias.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import type { ViewName } from '../../contract/views.ts';
import type { SiteManifest } from './siteManifest.ts';
import { viewOf } from './viewOf.ts';

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
