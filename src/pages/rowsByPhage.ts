/** Rows of genes in groups by phage: the genes of a phage may stand apart. */
import { forEachRow, type PageNotes, phageName } from './pageNotes.ts';
import { sortByNumber } from './sortByNumber.ts';

export interface RowsByPhage {
  /** The rows of the phage whose name a number points to, in the order of the pages; 0: of genes that name none. */
  readonly rowsOf: (pointer: number) => Uint32Array;
  /** By row, the number of its first gene. */
  readonly firstGenes: Uint32Array;
}

export function groupRowsByPhage(notes: PageNotes): RowsByPhage {
  const { columns, rows, texts } = notes;
  const firstGenes = new Uint32Array(rows.length / columns);
  forEachRow(notes, (_, index, firstMember) => {
    firstGenes[index] = firstMember;
  });
  const phageOf = (row: number) => rows[row * columns + phageName] ?? 0;
  return { rowsOf: sortByNumber(firstGenes.length, phageOf, texts.length + 1), firstGenes };
}
