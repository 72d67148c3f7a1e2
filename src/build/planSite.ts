/** What is known of a site before it is rendered, and whether its hosts can serve it. */
import { type ListName, perCollection, recordFilesOf } from '../contract/collectionName.ts';
import { bulkFiles, phageFormNames } from '../contract/bulkFiles.ts';
import { assertHostsCanServe, type PlannedSite } from '../hosts/budget.ts';
import { hostFiles, hostedSite } from '../hosts/hostedSite.ts';
import type { DataIntake } from './readSources.ts';
import type { PublishOptions } from '../config/settings.ts';
import { paged } from '../pages/pagedList.ts';

/**
 * Throws a Failure when the hosts could not serve the site whatever its records are; called before any record is
 * read. Returns the paths of the files that the hosts read from the site.
 */
export function assertHostsCouldServe(
  options: PublishOptions & { readonly out: string },
): string[] {
  const least = {
    counts: perCollection(() => 0),
    lastPages: { ...perCollection(() => 1), phams: options.views.includes('phams') ? 1 : 0 },
    recordFiles: recordFilesOf(options.geneFiles),
    genesByPhage: 0,
    phams: 0,
    bulk: plannedBulk(options, 0),
  };
  const hosted = hostedSite({ ...options, lastPages: least.lastPages, dir: options.out });
  assertHostsCanServe(options.hosts, hosted, least, () => {});
  return hostFiles(options.hosts, hosted).map((file) => file.path);
}

export function planSite(
  { collections, genePhages, phams }: DataIntake,
  { pageSizes, geneFiles, views, bulk }: PublishOptions,
): PlannedSite {
  const counts = perCollection((name) => collections[name].count);
  const lastPageOf = (list: ListName, count: number) =>
    paged(list, count, pageSizes[list]).lastPage;
  return {
    counts,
    lastPages: {
      ...perCollection((name) => lastPageOf(name, counts[name])),
      phams: views.includes('phams') ? lastPageOf('phams', phams) : 0,
    },
    recordFiles: recordFilesOf(geneFiles),
    genesByPhage: views.includes('genesbyphage') ? genePhages : 0,
    phams: views.includes('phams') ? phams : 0,
    bulk: plannedBulk({ bulk }, genePhages),
  };
}

function plannedBulk(
  { bulk }: Pick<PublishOptions, 'bulk'>,
  genePhages: number,
): PlannedSite['bulk'] {
  const whole = bulkFiles.filter(({ name }) => bulk.includes(name)).length;
  return {
    // The two more are the files that describe the bulk files.
    whole: bulk.length === 0 ? 0 : whole + 2,
    ofPhages: bulk.includes('phages') ? genePhages * phageFormNames.length : 0,
  };
}
