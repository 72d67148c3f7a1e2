/** Where genes stand on their genomes: by Start within each phage, as typed arrays instead of objects. */
import { geneCount, type PageNotes, phamAt, productAt } from '../../pages/pageNotes.ts';
import { groupRowsByPhage } from '../../pages/rowsByPhage.ts';
import { sharedInt8, sharedUint32 } from '../../pages/sharedNumbers.ts';
import { sortByNumber } from '../../pages/sortByNumber.ts';

/**
 * All genes, phage after phage, in memory that threads share. Those without a phage or a Start are the last ones, and
 * beside no other.
 */
export interface GenomeOrder {
  /** By position: the pointer to the pham of the gene there, and to the text of its Notes. */
  readonly phams: Uint32Array;
  readonly products: Uint32Array;
  /** By position: 1 where the gene is read forwards, -1 where backwards. */
  readonly strands: Int8Array;
  /** By position: which phage's the gene is, by the pointer to its name; 0 where it stands beside no other. */
  readonly phages: Uint32Array;
  /** The positions of all genes by the number of their pham, those of a pham in the order of the list of genes. */
  readonly members: Uint32Array;
  /** By the number of a pham, where its genes end in `members`, behind which those of the next begin. */
  readonly ends: Uint32Array;
}

/** The positions of the genes of a pham, by its number. */
export function genesOf({ members, ends }: GenomeOrder, number: number): Uint32Array {
  return members.subarray(number === 0 ? 0 : ends[number - 1], ends[number]);
}

/**
 * `numberOf` maps a gene's pointer to the number of its pham, of which there are so many. At either end are `spare`
 * positions without a gene: to look beyond the end of an array takes far longer.
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
    // Stable: genes with one Start stay in the order of their list.
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
