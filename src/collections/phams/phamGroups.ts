/** Groups genes into gene families (phams), and counts genes and phages in typed arrays instead of objects. */
import { countBefore } from '../../sorting/countBefore.ts';
import { colorText } from '../../pages/phamColor.ts';
import {
  colorAt,
  phamAt,
  phamCount,
  geneCount,
  type PageNotes,
  phamIdAt,
} from '../../pages/pageNotes.ts';
import { groupRowsByPhage } from '../../pages/rowsByPhage.ts';
import { sharedFloat64, sharedUint32 } from '../../pages/sharedNumbers.ts';
import type { Pham } from './phams.ts';

/** A pham's number is its rank by PhamID, from 1. */
export interface PhamGroups {
  /** PhamIDs in numeric order; in memory that threads share. */
  readonly ids: Float64Array;
  /** Maps a gene's pointer to the number of its pham; 0 for none. In memory that threads share. */
  readonly numberOf: Uint32Array;
  /** Counts for all phams, computed on the first call. */
  readonly counts: () => PhamCounts;
  /** The phams [start, end) of `ids`. */
  readonly phams: (start: number, end: number) => Pham[];
}

/** Indexed by pham number. */
interface PhamCounts {
  readonly genes: Uint32Array;
  /** In memory that threads share. */
  readonly phages: Uint32Array;
  /** As returned by `packColor`. */
  readonly colors: Float64Array;
}

export function groupByPham(notes: PageNotes): PhamGroups {
  const idAt = (pointer: number) => phamIdAt(notes, pointer) ?? 0;
  // A pham has several pointers if its genes disagree on its colour.
  const all = Float64Array.from({ length: phamCount(notes) }, (_, at) => idAt(at + 1)).sort();
  const different = all.filter((id, index) => index === 0 || id !== all[index - 1]);
  const ids = sharedFloat64(different.length);
  ids.set(different);
  const numberOf = sharedUint32(all.length + 1);
  for (let pointer = 1; pointer <= all.length; pointer++)
    numberOf[pointer] = placeIn(ids, idAt(pointer)) + 1;
  let counted: PhamCounts | null = null;
  const counts = () => (counted ??= countPhams(notes, ids.length, numberOf));
  return {
    ids,
    numberOf,
    counts,
    phams: (start, end) =>
      Array.from(ids.subarray(start, end), (id, index) => {
        const { genes, phages, colors } = counts();
        const number = start + index + 1;
        return {
          PhamID: id,
          Color: colorText(colors[number] ?? 0),
          gene_count: genes[number] ?? 0,
          phage_count: phages[number] ?? 0,
        };
      }),
  };
}

/** The index of a PhamID in `ids`, which contains it. */
export function placeIn(ids: Float64Array, id: number): number {
  return countBefore(ids.length, (place) => (ids[place] ?? 0) < id);
}

function countPhams(notes: PageNotes, phams: number, numberOf: Uint32Array): PhamCounts {
  const genes = new Uint32Array(phams + 1);
  const phages = sharedUint32(phams + 1);
  // The phage of the last gene so far, by pham number.
  const lastPhage = new Uint32Array(phams + 1);
  const count = (gene: number, phage: number) => {
    const number = numberOf[phamAt(notes, gene)] ?? 0;
    genes[number] = (genes[number] ?? 0) + 1;
    if (phage === 0 || lastPhage[number] === phage) return;
    lastPhage[number] = phage;
    phages[number] = (phages[number] ?? 0) + 1;
  };
  const { rowsOf, firstRecords } = groupRowsByPhage(notes);
  for (let phage = 0; phage <= notes.texts.length; phage++) {
    for (const row of rowsOf(phage)) {
      const first = firstRecords[row] ?? 0;
      const end = firstRecords[row + 1] ?? geneCount(notes);
      for (let gene = first; gene < end; gene++) count(gene, phage);
    }
  }
  // Backwards, so that the first pointer of a pham wins: it has the colour of its first gene.
  const colors = new Float64Array(phams + 1);
  for (let pointer = numberOf.length - 1; pointer > 0; pointer--) {
    colors[numberOf[pointer] ?? 0] = colorAt(notes, pointer);
  }
  return { genes, phages, colors };
}
