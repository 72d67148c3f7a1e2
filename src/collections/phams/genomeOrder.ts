/** The order of genes on their genomes: by Start within each phage, as typed arrays instead of objects. */
import { geneCount, type PageNotes, phamAt, productAt } from '../../pages/pageNotes.ts';
import { groupRowsByPhage } from '../../pages/rowsByPhage.ts';
import { sharedInt8, sharedUint32 } from '../../pages/sharedNumbers.ts';
import { sortByNumber } from '../../pages/sortByNumber.ts';

/**
 * All genes, phage by phage, in memory that threads share. Genes without a phage or a Start come last and have no
 * neighbours.
 */
export interface GenomeOrder {
  /** By position: pointers to the gene's pham and to the text of its Notes. */
  readonly phams: Uint32Array;
  readonly products: Uint32Array;
  /** By position: 1 for the forward strand, -1 for the reverse. */
  readonly strands: Int8Array;
  /** By position: the pointer to the name of the gene's phage; 0 for a gene without neighbours. */
  readonly phages: Uint32Array;
  /** The positions of all genes, grouped by pham number; within a pham in the order of the list of genes. */
  readonly members: Uint32Array;
  /** By pham number: the end of its genes in `members`, where those of the next begin. */
  readonly ends: Uint32Array;
}

/** The positions of the genes of a pham. */
export function genesOf({ members, ends }: GenomeOrder, number: number): Uint32Array {
  return members.subarray(number === 0 ? 0 : ends[number - 1], ends[number]);
}

/**
 * `numberOf` maps a gene's pointer to the number of its pham; there are `phamCount` of these. `spare` empty positions
 * at both ends avoid reads beyond the end of an array, which are far slower.
 */
export function orderOnGenomes(
  notes: PageNotes,
  numberOf: Uint32Array,
  phamCount: number,
  spare: number,
): GenomeOrder {
  const { geneStarts, texts } = notes;
  const all = geneCount(notes);
  const room = all + 2 * spare;
  const phams = sharedUint32(room);
  const products = sharedUint32(room);
  const strands = sharedInt8(room);
  const phages = sharedUint32(room);
  const positions = new Uint32Array(all);
  let used = spare;
  const add = (gene: number, phage: number) => {
    phams[used] = phamAt(notes, gene);
    products[used] = productAt(notes, gene);
    strands[used] = (geneStarts[gene] ?? 0) < 0 ? -1 : 1;
    phages[used] = phage;
    positions[gene] = used++;
  };
  const { rowsOf, firstGenes } = groupRowsByPhage(notes);
  const placeless: number[] = [];
  for (let phage = 0; phage <= texts.length; phage++) {
    const placed: number[] = [];
    for (const row of rowsOf(phage)) {
      const end = firstGenes[row + 1] ?? all;
      for (let gene = firstGenes[row] ?? 0; gene < end; gene++) {
        (phage === 0 || geneStarts[gene] === 0 ? placeless : placed).push(gene);
      }
    }
    // Stable: genes with equal Start stay in the order of their list.
    placed.sort((a, b) => Math.abs(geneStarts[a] ?? 0) - Math.abs(geneStarts[b] ?? 0));
    for (const gene of placed) add(gene, phage);
  }
  for (const gene of placeless) add(gene, 0);
  const numbered = sortByNumber(all, (gene) => numberOf[phamAt(notes, gene)] ?? 0, phamCount + 1);
  const members = sharedUint32(all);
  const ends = sharedUint32(phamCount + 1);
  let end = 0;
  for (let number = 0; number <= phamCount; number++) {
    for (const gene of numbered(number)) members[end++] = positions[gene] ?? 0;
    ends[number] = end;
  }
  return { phams, products, strands, phages, members, ends };
}
