/** Groups rows of genes by phage, since the genes of a phage need not be consecutive. */
import { forEachRow, type PageNotes, phageName } from './pageNotes.ts';
import { sortByNumber } from './sortByNumber.ts';

export interface RowsByPhage {
  /** The rows for a pointer to a phage name, in page order; 0 for genes that name no phage. */
  readonly rowsOf: (pointer: number) => Uint32Array;
  /** For each row, the index of its first gene. */
  readonly firstGenes: Uint32Array;
}

export function groupRowsByPhage(notes: PageNotes): RowsByPhage {
  const { columns, rows, texts } = notes;
  const firstGenes = new Uint32Array(rows.length / columns);
  forEachRow(notes, (_, index, firstGene) => {
    firstGenes[index] = firstGene;
  });
  const phageOf = (row: number) => rows[row * columns + phageName] ?? 0;
  return { rowsOf: sortByNumber(firstGenes.length, phageOf, texts.length + 1), firstGenes };
}
