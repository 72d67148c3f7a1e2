/** The genes of a family: all of a small one, and the first of a large one, which may have thousands. */
import { addresses } from './addresses.ts';
import { fetchRecords } from './fetching.ts';
import { type Gene, geneOf } from './records.ts';
import type { Site } from './site.ts';

export interface FamilyGenes {
  /** In order of GeneID. */
  readonly genes: readonly Gene[];
  /** How many the family has in all. */
  readonly total: number;
}

const mostAtFirst = 500;

/** The first of them. Rejects with Unavailable. */
export function sampleOfFamily(site: Site, id: string): Promise<FamilyGenes> {
  return genesOf(site, id, mostAtFirst);
}

/** All of them; `tell` is called with the number read so far. Rejects with Unavailable. */
export function allOfFamily(
  site: Site,
  id: string,
  tell: (read: number) => void,
): Promise<FamilyGenes> {
  return genesOf(site, id, Number.POSITIVE_INFINITY, tell);
}

async function genesOf(
  site: Site,
  id: string,
  most: number,
  tell?: (read: number) => void,
): Promise<FamilyGenes> {
  const { records, total } = await fetchRecords(addresses.pham(id), most, tell);
  return { genes: records.map((record) => geneOf(site, record)), total };
}
