/**
 * The disk space that a build needs beside the site: an upper bound, from its sources and what is published of them.
 */
import type { SiteOptions } from '../contract/siteOptions.ts';
import { genomesFolder, type Source } from '../sources/source.ts';

/** In bytes. `hasCache` says that sorted runs and stores of genomes exist already. */
export function neededSpace(
  sources: readonly Pick<Source, 'collection' | 'bytes'>[],
  {
    bulk,
    views,
    furtherSizes,
    caseInsensitiveNames,
  }: Pick<SiteOptions, 'bulk' | 'views' | 'furtherSizes' | 'caseInsensitiveNames'>,
  hasCache: boolean,
): number {
  const ifGenomes = bulk.includes('genomes') ? 1 : 0;
  const read = hasCache ? 0 : 1;
  // Copies of the genes: sorted runs, pages, those in further sizes, genes by phage, families (once partitioned, once
  // rendered), bulk files, a bulk file per phage, and GenBank and GFF3 of each genome. Aliases double what is published by name.
  const ofRecords =
    read +
    (caseInsensitiveNames ? 2 : 1) * (views.includes('genesbyphage') ? 2 : 1) +
    (furtherSizes.genes?.length ?? 0) +
    (views.includes('phams') ? 2 : 0) +
    (bulk.length > 0 ? 1 : 0) +
    (bulk.includes('phages') ? 1 : 0) +
    2 * ifGenomes;
  // Copies of a genome: its store, three files of its own, and all genomes in one with the genes of all.
  const ofGenomes = read + 4 * ifGenomes;
  return sources.reduce(
    (sum, { collection, bytes }) =>
      sum + bytes * (collection === genomesFolder ? ofGenomes : ofRecords),
    0,
  );
}
