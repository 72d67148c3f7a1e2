/** What a manifest lists: which bulk files, views and files of genes, and how many pages. */
import { bulkFiles, bulkFolder, type BulkName } from '../../contract/bulkFiles.ts';
import type { ListName, PerList } from '../../contract/collectionName.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import type { ViewName } from '../../contract/viewAddresses.ts';
import { fileAlias } from '../../views/fileAlias.ts';
import type { SiteManifest } from './siteManifest.ts';
import { viewOf } from './viewOf.ts';

export interface PublishedParts {
  readonly bulk: ReadonlySet<BulkName>;
  readonly views: ReadonlySet<ViewName>;
  readonly geneFiles: boolean;
  /** How many pages from the first on; 0 for a list that is not published. */
  readonly pages: PerList<number>;
  /** A file whose name in lower case is not published as well; null where all are. */
  readonly withoutAlias: string | null;
  /** Whether a phage is published in lower case, too. */
  readonly hasAliases: boolean;
}

export function publishedParts(manifest: SiteManifest): PublishedParts {
  const bulk = new Set<BulkName>();
  const views = new Set<ViewName>();
  let geneFiles = false;
  let withoutAlias: string | null = null;
  let hasAliases = false;
  for (let entry = 0; entry < manifest.entries; entry++) {
    const file = manifest.pathOf(entry);
    if (file.startsWith(bulkFolder)) {
      const name = bulkNameOf(file);
      if (name !== undefined) bulk.add(name);
      continue;
    }
    geneFiles ||= /^api\/genes\/[^/]+\/index\.json$/.test(file);
    const view = viewOf(file);
    if (view !== null) views.add(view);
    const isPhage = file.startsWith('api/phages/');
    // One without is enough; most sites have none in lower case.
    if (!file.endsWith('/index.json') || (withoutAlias !== null && !isPhage)) continue;
    const alias = fileAlias(file);
    if (alias === null) continue;
    const other = manifest.find(alias);
    if (other < 0) withoutAlias ??= file;
    else if (isPhage)
      hasAliases ||= manifest.fileOf(other).sha256 === manifest.fileOf(entry).sha256;
  }
  const pages = {
    phages: pagesOf('phages', manifest),
    genes: pagesOf('genes', manifest),
    phams: pagesOf('phams', manifest),
  };
  return { bulk, views, geneFiles, pages, withoutAlias, hasAliases };
}

function bulkNameOf(file: string): BulkName | undefined {
  if (file.startsWith(`${bulkFolder}phages/`)) return 'phages';
  return bulkFiles.find(({ path }) => path === file)?.name;
}

function pagesOf(list: ListName, manifest: SiteManifest): number {
  let pages = 0;
  while (manifest.find(pageFile(list, pages + 1)) >= 0) pages++;
  return pages;
}
