/** Splits the files that are made of genomes into parts, by the phages alone. */
import type { PerCollection } from '../contract/collectionName.ts';
import { forEachRow, type PageNotes, phageKey, textAt } from '../pages/pageNotes.ts';
import { recordPlaces } from '../pages/recordPlaces.ts';
import { recordsByPhage } from './bulkParts.ts';
import { placeLength, recordsBytes } from './recordLines.ts';

/** A phage that has a record and a genome. */
export interface PlacedPhage {
  readonly name: string;
  /** Of its record, of its genes, and of its other features: see `RecordPlaces`. */
  readonly phage: Uint32Array;
  readonly genes: Uint32Array;
  readonly features: Uint32Array;
}

const maxPhages = 64;
const maxPartBytes = 8 << 20;
const none = new Uint32Array();

/**
 * The phages that have a genome according to `basesOf`, in the order of their list; of two with the same name, the
 * first. `basesOf` gives the length of a genome, or null.
 */
export function* planGenomes(
  notes: PerCollection<PageNotes>,
  basesOf: (phage: string) => number | null,
): Generator<readonly PlacedPhage[]> {
  const genes = placesByPhage(notes.genes);
  const features = placesByPhage(notes.features);
  const places = recordPlaces(notes.phages);
  const names = phageNames(notes.phages);
  const seen = new Set<string>();
  let part: PlacedPhage[] = [];
  let bytes = 0;
  for (const [at, name] of names.entries()) {
    const bases = basesOf(name);
    if (bases === null || seen.has(name)) continue;
    seen.add(name);
    const own = { genes: genes.get(name) ?? none, features: features.get(name) ?? none };
    const phage = places.slice(at * placeLength, (at + 1) * placeLength);
    part.push({ name, phage, ...own });
    bytes += bases + recordsBytes(own.genes) + recordsBytes(own.features);
    if (part.length < maxPhages && bytes < maxPartBytes) continue;
    yield part;
    [part, bytes] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/** The number of phages with a genome, as `planGenomes` yields them. */
export function countGenomes(
  { phages }: PerCollection<PageNotes>,
  basesOf: (phage: string) => number | null,
): number {
  return new Set(phageNames(phages).filter((name) => basesOf(name) !== null)).size;
}

function phageNames(phages: PageNotes): string[] {
  const names: string[] = [];
  forEachRow(phages, (row) => names.push(textAt(phages, row[phageKey])));
  return names;
}

function placesByPhage(notes: PageNotes): ReadonlyMap<string, Uint32Array> {
  const all = new Map<string, Uint32Array>();
  for (const { name, places } of recordsByPhage(notes)) if (name !== null) all.set(name, places);
  return all;
}
