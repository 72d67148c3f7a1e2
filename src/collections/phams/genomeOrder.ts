/** Where genes stand on their genomes: by Start within each phage, as typed arrays instead of objects. */
import { geneCount, type PageNotes, phamAt, productAt } from '../../pages/pageNotes.ts';
import { groupRowsByPhage } from '../../pages/rowsByPhage.ts';
import { sortByNumber } from '../../pages/sortByNumber.ts';

/** All genes, phage after phage. Those without a phage or a Start are the last ones, and beside no other. */
export interface GenomeOrder {
  /** By position: the pointer to the pham of the gene there, and to the text of its Notes. */
  readonly phams: Uint32Array;
  readonly products: Uint32Array;
  /** By position: 1 where the gene is read forwards, -1 where backwards. */
  readonly strands: Int8Array;
  /** By position: which phage's the gene is, by the pointer to its name; 0 where it stands beside no other. */
  readonly phages: Uint32Array;
  /** The positions of the genes of a pham, by its number, in the order of the list of genes. */
  readonly genesOf: (number: number) => Uint32Array;
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
  const phams = new Uint32Array(room);
  const products = new Uint32Array(room);
  const strands = new Int8Array(room);
  const phages = new Uint32Array(room);
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
  const members = sortByNumber(all, (gene) => numberOf[phamAt(notes, gene)] ?? 0, phamCount + 1);
  return {
    phams,
    products,
    strands,
    phages,
    genesOf: (number) => members(number).map((gene) => positions[gene] ?? 0),
  };
}
