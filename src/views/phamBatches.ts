/**
 * The genes of all families, which lie all over the pages: they are dealt out by a first pass over the pages,
 * so that a second finds the genes of a batch of families in a few files. Each byte is read and written twice
 * however many genes there are; to copy gene after gene from the pages costs an open file for each.
 */
import { forEachMember, forEachRow, type PageNotes, notesOfRows } from './pageNotes.ts';
import type { PhamGroups } from './phamGroups.ts';

// What a thread holds in memory, about; at most 65,535 of them are one terabyte.
const usualBytes = 16 << 20;

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
  maxBytes = usualBytes,
): PhamBatches {
  const bytes = new Float64Array(ids.length + 1);
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
    });
  });

  const batches: { number: number; first: number; ids: number[] }[] = [];
  const batchOfNumber = new Uint16Array(ids.length + 1);
  let batchBytes = Infinity;
  ids.forEach((id, index) => {
    if (batchBytes >= maxBytes) {
      batches.push({ number: batches.length + 1, first: index + 1, ids: [] });
      batchBytes = 0;
    }
    batchBytes += bytes[index + 1] ?? 0;
    batches.at(-1)?.ids.push(id);
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
