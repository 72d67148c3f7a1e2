/** The list of phams (gene families), which is derived from genes. */
import { countBefore } from '../base/sortKeys.ts';
import { fieldsOfPhams } from '../contract/siteOptions.ts';
import type { DerivedList } from './collection.ts';
import {
  colorAt,
  colorText,
  geneCount,
  groupRowsByPhage,
  type PageNotes,
  phamAt,
  phamCount,
  phamIdAt,
  placeByNumber,
  sharedFloat64,
  sharedInt32,
  sharedUint32,
  sharedUint8,
} from './notes.ts';

/** A record of the list, with its members in published order. */
interface Pham {
  readonly PhamID: number;
  /** The colour of its first gene; null if that has none. */
  readonly Color: string | null;
  readonly gene_count: number;
  readonly phage_count: number;
}

export const phams: DerivedList = {
  expected: 'a pham: PhamID, Color, gene_count, phage_count',
  fields: fieldsOfPhams,
  // A pham takes about 80 bytes.
  maxRecordBytes: 1000,
  idOf({ PhamID, Color, gene_count, phage_count }) {
    const areCounts = [PhamID, gene_count, phage_count].every(Number.isSafeInteger);
    return areCounts && typeof Color === 'string' ? Number(PhamID) : null;
  },
};

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

function countPhams(notes: PageNotes, phamTotal: number, numberOf: Uint32Array): PhamCounts {
  const genes = new Uint32Array(phamTotal + 1);
  const phages = sharedUint32(phamTotal + 1);
  // The phage of the last gene so far, by pham number.
  const lastPhage = new Uint32Array(phamTotal + 1);
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
  const colors = new Float64Array(phamTotal + 1);
  for (let pointer = numberOf.length - 1; pointer > 0; pointer--) {
    colors[numberOf[pointer] ?? 0] = colorAt(notes, pointer);
  }
  return { genes, phages, colors };
}

/**
 * All genes, phage by phage, in memory that threads share. Positions count from 1. Genes without a phage or a Start
 * come last and have no neighbours.
 */
export interface GenomeOrder {
  /** By position: the index of the gene. */
  readonly order: Uint32Array;
  /**
   * The positions of all genes, grouped by pham number; within a pham in the order of the list of genes. Negated for a
   * gene on the reverse strand.
   */
  readonly members: Int32Array;
  /**
   * For each member: 16 × (genes within reach before it, in reading direction) + (genes within reach after it).
   */
  readonly within: Uint8Array;
  /** By pham number: the end of its genes in `members`, where those of the next begin. */
  readonly ends: Uint32Array;
}

/** The most genes on either side that `within` has room for. */
const mostWithin = 15;

/**
 * `numberOf` maps a gene's pointer to the number of its pham; there are `phamCount` of these. `reach` is the most genes
 * to tell on either side.
 */
export function orderOnGenomes(
  notes: PageNotes,
  numberOf: Uint32Array,
  phamTotal: number,
  reach: number,
): GenomeOrder {
  if (reach > mostWithin) throw new Error(`${reach} neighbours do not fit`);
  const { geneStarts, texts } = notes;
  const all = geneCount(notes);
  const order = sharedUint32(all + 1);
  // By gene: its position and what is within reach, as in `members` and `within`.
  const placed = new Int32Array(all);
  const near = new Uint8Array(all);
  let position = 0;
  const add = (gene: number, before: number, after: number) => {
    order[++position] = gene;
    const isReverse = (geneStarts[gene] ?? 0) < 0;
    placed[gene] = isReverse ? -position : position;
    near[gene] = isReverse ? after * 16 + before : before * 16 + after;
  };
  const startOf = (gene: number) => Math.abs(geneStarts[gene] ?? 0);
  const { rowsOf, firstRecords } = groupRowsByPhage(notes);
  const placeless: number[] = [];
  const onGenome: number[] = [];
  for (let phage = 0; phage <= texts.length; phage++) {
    onGenome.length = 0;
    let isSorted = true;
    for (const row of rowsOf(phage)) {
      const end = firstRecords[row + 1] ?? all;
      for (let gene = firstRecords[row] ?? 0; gene < end; gene++) {
        if (phage === 0 || geneStarts[gene] === 0) {
          placeless.push(gene);
          continue;
        }
        isSorted &&= onGenome.length === 0 || startOf(onGenome.at(-1) ?? 0) <= startOf(gene);
        onGenome.push(gene);
      }
    }
    // Stable: genes with equal Start stay in the order of their list.
    if (!isSorted) onGenome.sort((a, b) => startOf(a) - startOf(b));
    const last = onGenome.length - 1;
    for (let at = 0; at <= last; at++)
      add(onGenome[at] ?? 0, Math.min(at, reach), Math.min(last - at, reach));
  }
  for (const gene of placeless) add(gene, 0, 0);
  const members = sharedInt32(all);
  const within = sharedUint8(all);
  const ends = sharedUint32(phamTotal + 1);
  const phamOf = (gene: number) => numberOf[phamAt(notes, gene)] ?? 0;
  const put = (place: number, gene: number) => {
    members[place] = placed[gene] ?? 0;
    within[place] = near[gene] ?? 0;
  };
  ends.set(placeByNumber(all, phamOf, phamTotal + 1, put));
  return { order, members, within, ends };
}
