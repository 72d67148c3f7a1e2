/**
 * The genes of all families, which lie all over the pages: they are dealt out by a first pass over the pages,
 * so that a second finds the genes of a batch of families in a few files. Each byte is read and written twice
 * however many genes there are; to copy gene after gene from the pages costs an open file for each.
 */
import { forEachMember, forEachRow, type PageNotes, notesOfRows } from './pageNotes.ts';
import type { PhamGroups } from './phamGroups.ts';

// What a thread holds in memory, about. Of much more data it is more: with each part there is a file for each batch.
const leastBytes = 16 << 20;
const bytesPerFile = 1 << 17;

/** Genes on neighbouring pages. */
export interface DealtPart {
  readonly number: number;
  /** Of these genes, without texts. */
  readonly notes: PageNotes;
}

/** Neighbouring families. */
export interface PhamBatch {
  readonly number: number;
  /** Number of the first, counted from 1 in the order of the list. */
  readonly first: number;
  readonly ids: readonly number[];
  /** How many they have. */
  readonly genes: number;
}

export interface PhamBatches {
  readonly batches: readonly PhamBatch[];
  /** By what a member points to: the number of the family, and of its batch; 0 is none of either. */
  readonly numberOf: Uint32Array;
  readonly batchOf: Uint16Array;
  readonly partCount: number;
  /** Made as they are asked for. */
  readonly parts: () => Generator<DealtPart>;
}

export function planPhamBatches(
  notes: PageNotes,
  { ids, numberOf }: PhamGroups,
  maxBytes = usualBytes(notes),
): PhamBatches {
  const bytes = new Float64Array(ids.length + 1);
  const counts = new Uint32Array(ids.length + 1);
  // Rows at which parts begin.
  const partStarts: number[] = [];
  let partBytes = Infinity;
  forEachRow(notes, (row, index, firstMember) => {
    if (partBytes >= maxBytes) {
      partStarts.push(index);
      partBytes = 0;
    }
    partBytes += (row[2] ?? 0) - (row[1] ?? 0);
    forEachMember(notes, row, firstMember, (family, from, to) => {
      const number = numberOf[family] ?? 0;
      bytes[number] = (bytes[number] ?? 0) + to - from;
      counts[number] = (counts[number] ?? 0) + 1;
    });
  });

  const batches: { number: number; first: number; ids: number[]; genes: number }[] = [];
  const batchOfNumber = new Uint16Array(ids.length + 1);
  let batchBytes = Infinity;
  ids.forEach((id, index) => {
    if (batchBytes >= maxBytes) {
      batches.push({ number: batches.length + 1, first: index + 1, ids: [], genes: 0 });
      batchBytes = 0;
    }
    batchBytes += bytes[index + 1] ?? 0;
    const batch = batches.at(-1);
    if (batch === undefined) return;
    batch.ids.push(id);
    batch.genes += counts[index + 1] ?? 0;
    batchOfNumber[index + 1] = batches.length;
  });

  return {
    batches,
    numberOf,
    batchOf: Uint16Array.from(numberOf, (number) => batchOfNumber[number] ?? 0),
    partCount: partStarts.length,
    *parts() {
      for (const [number, start] of partStarts.entries()) {
        yield { number, notes: notesOfRows(notes, start, partStarts[number + 1]) };
      }
    },
  };
}

function usualBytes(notes: PageNotes): number {
  let total = 0;
  forEachRow(notes, (row) => {
    total += (row[2] ?? 0) - (row[1] ?? 0);
  });
  return Math.max(leastBytes, Math.sqrt(total * bytesPerFile));
}
