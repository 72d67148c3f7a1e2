/** The genes of a family, what a site has counted over them, and what stands beside them: the five genes on each side. */
import { addresses, fetchJson, fetchRecords, unlessMissing } from './fetching.ts';
import { colorOf, type Gene, geneOf } from './records.ts';
import type { Site } from './site.ts';
import { groupedBy, listOf, mergeSpellings, numberOf, tally, textOf } from '../../text/values.ts';

export interface FamilyGenes {
  /** In order of GeneID. */
  readonly genes: readonly Gene[];
  /** How many the family has in all. */
  readonly total: number;
}

const mostAtFirst = 500;

/** The first of them, or as many as are wanted; `tell` is called with the number read so far. */
export async function genesOfFamily(
  site: Site,
  id: number | string,
  most = mostAtFirst,
  tell?: (read: number) => void,
): Promise<FamilyGenes> {
  const { records, total } = await fetchRecords(addresses.pham(String(id)), most, tell);
  return { genes: records.map((record) => geneOf(site, record)), total };
}

/** How many phages of each cluster have one of the genes; `none` stands for those in no cluster. */
export function phagesByCluster(genes: readonly Gene[], none = '') {
  const phages = new Map(genes.map((gene) => [gene.phage, gene.cluster]));
  return tally(phages.values(), (cluster) => cluster || none);
}

/** What the site counted of a family; of notes, the most frequent. */
export interface CountedFamily {
  readonly phages: number;
  readonly notes: readonly (readonly [string, number])[];
  /** How many more notes there are. */
  readonly moreNotes: number;
}

/** Null on a site that does not count. */
export async function countedOf(site: Site, id: string): Promise<CountedFamily | null> {
  const json = await unlessMissing(fetchJson(addresses.neighbours(id)), null);
  if (json === null) return null;
  const own = publishedPlaces(site, json).find(({ place }) => place === 0);
  return {
    phages: numberOf(site.field(json, 'phage_count')) ?? 0,
    notes: own?.notes ?? [],
    moreNotes: own?.moreNotes ?? 0,
  };
}

/** So many genes on each side. */
export const reach = 5;

export type Surroundings = Readonly<NonNullable<ReturnType<typeof surroundings>>>;

/** A gene of the family with those around it, in the direction in which it is read; `genes` are in order of position. */
export function surroundings(genes: readonly Gene[], id: string) {
  const at = genes.findIndex((gene) => gene.id === id);
  const gene = genes[at];
  if (gene === undefined) return null;
  const step = gene.isReverse ? -1 : 1;
  // By their place: -5 to 5, 0 is the gene itself; null where the genome has none.
  const places = Array.from(
    { length: 2 * reach + 1 },
    (_, index) => genes[at + step * (index - reach)] ?? null,
  );
  return { gene, places };
}

export type PlaceCounts = Readonly<ReturnType<typeof publishedPlaces>[number]>;

export function countPlaces(all: readonly Surroundings[]): readonly PlaceCounts[] {
  return Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const genes = all.flatMap(({ places }) => places[index] ?? []);
    const families = [...groupedBy(genes, ({ pham }) => pham)].flatMap(([pham, same]) =>
      pham === null ? [] : [{ pham, color: same[0]?.color ?? '', count: same.length }],
    );
    return {
      place: index - reach,
      families: families.sort((a, b) => b.count - a.count || a.pham - b.pham),
      notes: mergeSpellings(tally(genes, ({ notes }) => notes)),
      withoutNotes: genes.filter((gene) => gene.notes === '').length,
      moreFamilies: 0,
      moreNotes: 0,
      count: genes.length,
    };
  });
}

/** The same for all genes of a family, as the site counted them: its view of neighbours. */
export function publishedPlaces({ field }: Pick<Site, 'field'>, json: unknown) {
  const count = (record: unknown, name: string) => numberOf(field(record, name)) ?? 0;
  return listOf(field(json, 'places')).map((place) => {
    const phams = listOf(field(place, 'phams'));
    const notes = listOf(field(place, 'notes')).map(
      (note) => [textOf(field(note, 'Notes')), count(note, 'gene_count')] as const,
    );
    return {
      place: count(place, 'place'),
      /** The most frequent first, as of the notes; how many more there are is counted by `moreFamilies` and `moreNotes`. */
      families: phams.map((pham) => ({
        pham: count(pham, 'PhamID'),
        color: colorOf(field(pham, 'Color')),
        count: count(pham, 'gene_count'),
      })),
      notes: mergeSpellings(notes.filter(([text]) => text !== '')),
      withoutNotes: notes.find(([text]) => text === '')?.[1] ?? 0,
      moreFamilies: Math.max(0, count(place, 'pham_count') - phams.length),
      moreNotes: Math.max(0, count(place, 'note_count') - notes.length),
      /** How many genes there are at this place. */
      count: count(place, 'gene_count'),
    };
  });
}
