/** Which files a site has of a phage, as far as its index says: what is not there is an error for browsers. */
import { addresses } from './addresses.ts';
import { fetchText, isMissing } from './fetching.ts';
import { fetchPhages, type PhageRow, rowOf } from './phageIndex.ts';
import { sequenceOf } from './protein.ts';
import type { Site } from './site.ts';

type FilesOf = Pick<Site, 'bulk' | 'counts' | 'views'>;

/** Whether there may be a file of its features. Most phages have none. */
export async function mayHaveFeatures({ views, counts }: FilesOf, name: string): Promise<boolean> {
  const all = counts.find(([list]) => list === 'features')?.[1] ?? 0;
  if (!views.includes('featuresbyphage') || all === 0) return false;
  const rows = await indexed();
  if (rows === null) return true;
  const row = rowOf(rows, name);
  if (row !== null) return row.features !== 0;
  // Those of phages without a record are in no row.
  return all > rows.reduce((sum, { features }) => sum + (features ?? 0), 0);
}

/** Whether there may be its genome, which only phages with a record have. */
export async function hasGenome({ bulk }: FilesOf, name: string): Promise<boolean> {
  if (!bulk.includes('genomes')) return false;
  const rows = await indexed();
  return rows === null || rowOf(rows, name)?.hasGenome === true;
}

/** The bases of its genome; '' where there is no file of it. Rejects with Unavailable. */
export async function genomeOf(name: string): Promise<string> {
  try {
    return sequenceOf(await fetchText(addresses.genome(name)));
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** Null on a site without an index of its phages. */
async function indexed(): Promise<readonly PhageRow[] | null> {
  try {
    return await fetchPhages();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
