/** What is known of a site before it is rendered, and whether its hosts can serve it. */
import {
  publishedNames,
  type CollectionName,
  leastPages,
  type PerCollection,
  perCollection,
  perList,
  type PerList,
  recordFilesOf,
  requiredNames,
} from '../contract/collectionName.ts';
import type { PhageAliases } from '../collections/phageAliases.ts';
import { aliasFile } from '../contract/aliasIndex.ts';
import { bulkFilesOf, bulkIndexesOf, phageFormNames } from '../contract/bulkFiles.ts';
import { phageTableNames } from '../contract/tableAddresses.ts';
import { offeredSets } from '../contract/pageSets.ts';
import { assertHostsCanServe } from '../hosts/budget.ts';
import type { PlannedSite } from '../hosts/plannedFiles.ts';
import { needAliasFiles } from '../hosts/aliases.ts';
import type { HostName } from '../hosts/hostNames.ts';
import { hostFiles, hostedSite } from '../hosts/hostedSite.ts';
import type { DataIntake } from './readSources.ts';
import type { PublishOptions } from '../config/settings.ts';
import type { PlannedOptions } from './building.ts';
import { bytesOfRuns } from '../sorting/bytesOfRuns.ts';
import { paged } from '../pages/pagedList.ts';
import { countEntries, type ViewEntries } from '../views/planViews.ts';

/**
 * The options for a site that has only these collections: without the views of others, and without genomes if it has
 * none.
 */
export function withCollections<Options extends PublishOptions>(
  options: Options,
  {
    collections,
    hasGenomes,
  }: { readonly collections: readonly CollectionName[]; readonly hasGenomes: boolean },
): Options & PlannedOptions {
  const views = publishedNames(options.views, collections);
  const bulk = hasGenomes ? options.bulk : options.bulk.filter((name) => name !== 'genomes');
  const genomesFile = bulk.includes('genomes') ? (options.genomesFile ?? null) : null;
  return { ...options, collections, views, bulk, genomesFile };
}

/**
 * Checks what does not depend on the records, before any is read. Throws a Failure if a host cannot serve such a site.
 * Returns the paths of the files that the hosts read from the site.
 */
export function assertHostsCouldServe(
  options: PublishOptions & { readonly out: string },
): string[] {
  const least = planned(
    perCollection(() => 0),
    countEntries(null),
    withCollections(options, { collections: requiredNames, hasGenomes: false }),
  );
  const { lastPages, pageSets } = least;
  const hosted = hostedSite({
    ...options,
    tables: options.bulk.includes('phagesdb'),
    lastPages,
    pageSets,
    dir: options.out,
  });
  assertHostsCanServe(options.hosts, hosted, least, () => {});
  return hostFiles(options.hosts, hosted).map((file) => file.path);
}

export function planSite(
  { collections, entries, genomes }: DataIntake,
  options: PlannedOptions,
  aliases: PhageAliases | null = null,
): PlannedSite {
  const records = perCollection((name) => collections[name].count);
  const bytes = perCollection((name) =>
    Math.floor(bytesOfRuns(collections[name].runs) * shareOfRecords),
  );
  const named = aliases === null ? 0 : countFiles(aliases, options.hosts);
  const site = planned(records, entries, options, { bytes, genomes: genomes ?? 0 });
  return { ...site, aliases: named };
}

/**
 * Counts the files of aliases: an index entry for each, and a copy where hosts cannot read the index. The phage's own
 * name has no copy.
 */
function countFiles({ phages }: PhageAliases, hosts: readonly HostName[]): number {
  const index = new Set<string>();
  let names = 0;
  for (const [folded, phage] of phages) {
    index.add(aliasFile(folded));
    if (folded !== phage) names++;
  }
  return index.size + (needAliasFiles(hosts) ? names : 0);
}

function planned(
  records: PerCollection<number>,
  entries: ViewEntries,
  { collections, pageSizes, furtherSizes, geneFiles, views, bulk, genomesFile }: PlannedOptions,
  { bytes, genomes } = { bytes: perCollection(() => 0), genomes: 0 },
): PlannedSite {
  // A derived list has as many records as its view.
  const counts: PerList<number> = { ...entries, ...records };
  const lastPages = perList((list) =>
    leastPages(list, { collections, views }) === 0
      ? 0
      : paged(list, counts[list], pageSizes[list]).lastPage,
  );
  return {
    counts,
    lastPages,
    pageSets: offeredSets(counts, lastPages, pageSizes, furtherSizes),
    leastBytes: { ...bytes, phams: leastPhamBytes * counts.phams },
    recordFiles: recordFilesOf(geneFiles),
    entries: views.map((view) => [view, entries[view]]),
    aliases: 0,
    bulk: plannedBulk({ bulk, collections, genomesFile: genomesFile ?? null }, entries, genomes),
  };
}

// Keys and lengths take far less than a tenth of a run.
const shareOfRecords = 0.9;
// {"PhamID":1,"Color":"#123456","gene_count":1,"phage_count":1}, with the shortest field names possible.
const leastPhamBytes = 40;

function plannedBulk(
  { bulk, collections, genomesFile }: Pick<PlannedOptions, 'bulk' | 'collections' | 'genomesFile'>,
  entries: ViewEntries,
  genomes: number,
): PlannedSite['bulk'] {
  const hasTables = bulk.includes('phagesdb');
  const whole =
    bulkFilesOf(bulk, collections).length +
    bulkIndexesOf(bulk).length +
    (hasTables ? phageTableNames.length : 0) +
    (typeof genomesFile === 'string' ? 1 : 0);
  return {
    // The two extra files describe the bulk files.
    whole: bulk.length === 0 ? 0 : whole + 2,
    ofPhages: bulk.includes('phages') ? entries.genesbyphage * phageFormNames.length : 0,
    ofGenomes: bulk.includes('genomes') ? genomes : 0,
    ofFamilies: hasTables ? entries.phams : 0,
  };
}
