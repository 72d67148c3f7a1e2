/** What a site has counted over all genes of a family, however many the pages have loaded. */
import { addresses } from './addresses.ts';
import { fetchJson, isMissing } from './fetching.ts';
import { numberOf } from './json.ts';
import { publishedPlaces } from './neighbourhood.ts';
import type { Site } from './site.ts';

/** What the site counted of a family; of notes, the most frequent. */
export interface CountedFamily {
  readonly phages: number;
  readonly notes: readonly (readonly [string, number])[];
  /** How many more notes there are. */
  readonly moreNotes: number;
}

/** Null on a site that does not count. Rejects with Unavailable. */
export async function countedOf(site: Site, id: string): Promise<CountedFamily | null> {
  try {
    const json = await fetchJson(addresses.neighbours(id));
    const own = publishedPlaces(site, json).find(({ place }) => place === 0);
    return {
      phages: numberOf(site.field(json, 'phage_count')) ?? 0,
      notes: (own?.notes ?? []).map(({ text, count }) => [text, count] as const),
      moreNotes: own?.moreNotes ?? 0,
    };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
