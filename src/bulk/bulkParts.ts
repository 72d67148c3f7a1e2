/**
 * Splits the bulk files into parts. The boundaries depend on the records alone, so that the bytes do not depend on
 * the number of threads, and a part whose records did not change can be copied from the live site.
 */
import { collections } from '../collections/collections.ts';
import type { CollectionName, PerCollection } from '../contract/collectionName.ts';
import { compareText } from '../text/compareText.ts';
import {
  forEachRow,
  genomeLength,
  type PageNotes,
  phageKey,
  tally,
  textAt,
} from '../pages/pageNotes.ts';
import { recordPlaces } from '../pages/recordPlaces.ts';
import { groupRowsByPhage } from '../pages/rowsByPhage.ts';
import { placeLength, recordBytes, type RecordPlaces, recordsBytes } from './recordLines.ts';

/** Consecutive records of a list. */
export interface BlockPart extends RecordPlaces {
  readonly kind: 'block';
  /** Whether it is the first part of its files. */
  readonly isFirst: boolean;
}

/** All genes of some phages, one phage after another; or some of the genes that name no phage. */
export interface GroupPart {
  readonly kind: 'group';
  readonly isFirst: boolean;
  readonly phages: readonly GroupedPhage[];
}

export interface GroupedPhage {
  /** PhageID.PhageID; null for genes that name no phage. */
  readonly name: string | null;
  /** From the phage's record; null if there is none, or if its genome_length is null. */
  readonly genomeLength: number | null;
  /** The offsets of its genes, in order of GeneID. */
  readonly places: Uint32Array;
}

export type BulkPart = BlockPart | GroupPart;

// For parts with unusually large records.
const maxPartBytes = 16 << 20;

/** An empty collection has one part, since its files exist all the same. */
export function* planBlocks(notes: PageNotes, collection: CollectionName): Generator<BlockPart> {
  const places = recordPlaces(notes);
  let start = 0;
  do {
    const most = start + collections[collection].blockRecords * placeLength;
    let end = start;
    for (let bytes = 0; end < most && end < places.length && bytes < maxPartBytes;) {
      bytes += recordBytes(places, end / placeLength);
      end += placeLength;
    }
    // slice copies, so that a thread receives only this part of the array.
    yield { kind: 'block', collection, isFirst: start === 0, places: places.slice(start, end) };
    start = end;
  } while (start < places.length);
}

/** The phages that genes name, in order of their names, then the genes that name none. */
export function* planGroups({ genes, phages }: PerCollection<PageNotes>): Generator<GroupPart> {
  const lengths = genomeLengths(phages);
  let group: GroupedPhage[] = [];
  let size = 0;
  let bytes = 0;
  let isFirst = true;
  for (const { name, places } of recordsByPhage(genes)) {
    group.push({ name, places, genomeLength: name === null ? null : (lengths.get(name) ?? null) });
    size += places.length / placeLength;
    bytes += recordsBytes(places);
    if (size < collections.genes.blockRecords && bytes < maxPartBytes) continue;
    yield { kind: 'group', isFirst, phages: group };
    group = [];
    size = 0;
    bytes = 0;
    isFirst = false;
  }
  if (isFirst || group.length > 0) yield { kind: 'group', isFirst, phages: group };
}

/** The total size of the group's records. */
export function groupBytes({ phages }: GroupPart): number {
  return phages.reduce((sum, { places }) => sum + recordsBytes(places), 0);
}

/** Records that name no phage are split into groups of bounded size. */
export function* recordsByPhage(
  notes: PageNotes,
): Generator<{ readonly name: string | null; readonly places: Uint32Array }> {
  const { columns, rows, texts } = notes;
  const places = recordPlaces(notes);
  const { rowsOf, firstRecords } = groupRowsByPhage(notes);
  const placesOf = (pointer: number) => {
    const own = rowsOf(pointer);
    const sizeOf = (row: number) => (rows[row * columns + tally] ?? 0) * placeLength;
    const all = new Uint32Array(own.reduce((sum, row) => sum + sizeOf(row), 0));
    let used = 0;
    for (const row of own) {
      const from = (firstRecords[row] ?? 0) * placeLength;
      all.set(places.subarray(from, from + sizeOf(row)), used);
      used += sizeOf(row);
    }
    return all;
  };
  const named = texts
    .map((name, index) => ({ name, pointer: index + 1 }))
    .filter(({ pointer }) => rowsOf(pointer).length > 0)
    .sort((a, b) => compareText(a.name, b.name));
  for (const { name, pointer } of named) yield { name, places: placesOf(pointer) };
  const rest = placesOf(0);
  const length = collections.genes.blockRecords * placeLength;
  for (let at = 0; at < rest.length; at += length) {
    yield { name: null, places: rest.slice(at, at + length) };
  }
}

/** By phage name; if several records have the same name, the first counts. */
function genomeLengths(phages: PageNotes): ReadonlyMap<string, number | null> {
  const lengths = new Map<string, number | null>();
  forEachRow(phages, (row) => {
    const name = textAt(phages, row[phageKey]);
    const digits = textAt(phages, row[genomeLength]);
    if (!lengths.has(name)) lengths.set(name, digits === '' ? null : Number(digits));
  });
  return lengths;
}

/** Whether a part has the same bytes as one of the live site: the same records, none of them on a rendered page. */
export function isSamePart(
  part: BulkPart,
  before: BulkPart | undefined,
  renewed: PerCollection<ReadonlySet<number>>,
): boolean {
  if (part.kind === 'block') {
    return (
      before?.kind === 'block' && isSamePlaces(part.places, before.places, renewed[part.collection])
    );
  }
  return (
    before?.kind === 'group' &&
    part.phages.length === before.phages.length &&
    part.phages.every(({ name, genomeLength: length, places }, index) => {
      const old = before.phages[index];
      return (
        old?.name === name &&
        old.genomeLength === length &&
        isSamePlaces(places, old.places, renewed.genes)
      );
    })
  );
}

function isSamePlaces(places: Uint32Array, before: Uint32Array, renewed: ReadonlySet<number>) {
  if (places.length !== before.length) return false;
  for (let at = 0; at < places.length; at++) {
    if (places[at] !== before[at]) return false;
    if (at % placeLength === 0 && renewed.has(places[at] ?? 0)) return false;
  }
  return true;
}
