/** The order of genes on their genomes: by Start within each phage, as typed arrays instead of objects. */
import { geneCount, type PageNotes, phamAt, productAt } from '../../pages/pageNotes.ts';
import { groupRowsByPhage } from '../../pages/rowsByPhage.ts';
import { sharedInt32, sharedUint32, sharedUint8 } from '../../pages/sharedNumbers.ts';
import { sortByNumber } from '../../pages/sortByNumber.ts';

/**
 * All genes, phage by phage, in memory that threads share. Positions count from 1. Genes without a phage or a Start
 * come last and have no neighbours.
 */
export interface GenomeOrder {
  /**
   * By position, `numbersPerPlace` values for each gene, side by side since they are read together: the number of its
   * pham (0 for none), and the pointers to its pham and to the text of its Notes.
   */
  readonly named: Uint32Array;
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

/** Values per gene in `named`. */
export const numbersPerPlace = 3;

/** The most genes on either side that `within` has room for. */
const mostWithin = 15;

/** The members [from, to) of a pham. */
export function membersOf(
  { ends }: GenomeOrder,
  number: number,
): readonly [from: number, to: number] {
  return [number === 0 ? 0 : (ends[number - 1] ?? 0), ends[number] ?? 0];
}

/**
 * `numberOf` maps a gene's pointer to the number of its pham; there are `phamCount` of these. `reach` is the most genes
 * to tell on either side.
 */
export function orderOnGenomes(
  notes: PageNotes,
  numberOf: Uint32Array,
  phamCount: number,
  reach: number,
): GenomeOrder {
  if (reach > mostWithin) throw new Error(`${reach} neighbours do not fit`);
  const { geneStarts, texts } = notes;
  const all = geneCount(notes);
  const named = sharedUint32((all + 1) * numbersPerPlace);
  // By gene: its position and what is within reach, as in `members` and `within`.
  const placed = new Int32Array(all);
  const near = new Uint8Array(all);
  let position = 0;
  const add = (gene: number, before: number, after: number) => {
    position++;
    const pham = phamAt(notes, gene);
    named[position * numbersPerPlace] = numberOf[pham] ?? 0;
    named[position * numbersPerPlace + 1] = pham;
    named[position * numbersPerPlace + 2] = productAt(notes, gene);
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
  const numbered = sortByNumber(all, (gene) => numberOf[phamAt(notes, gene)] ?? 0, phamCount + 1);
  const members = sharedInt32(all);
  const within = sharedUint8(all);
  const ends = sharedUint32(phamCount + 1);
  let end = 0;
  for (let number = 0; number <= phamCount; number++) {
    for (const gene of numbered(number)) {
      members[end] = placed[gene] ?? 0;
      within[end++] = near[gene] ?? 0;
    }
    ends[number] = end;
  }
  return { named, members, within, ends };
}
