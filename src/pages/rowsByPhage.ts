/** Groups rows of genes or features by phage, since those of a phage need not be consecutive. */
import { forEachRow, type PageNotes, phageName } from './pageNotes.ts';
import { sortByNumber } from './sortByNumber.ts';

export interface RowsByPhage {
  /** The rows for a pointer to a phage name, in page order; 0 for records that name no phage. */
  readonly rowsOf: (pointer: number) => Uint32Array;
  /** For each row, the index of its first record among the places of all (`recordPlaces`). */
  readonly firstRecords: Uint32Array;
}

export function groupRowsByPhage(notes: PageNotes): RowsByPhage {
  const { columns, rows, texts, geneEnds } = notes;
  const firstRecords = new Uint32Array(rows.length / columns);
  forEachRow(notes, (_, index, firstGene) => {
    // A row of features is one record.
    firstRecords[index] = geneEnds.length === 0 ? index : firstGene;
  });
  const phageOf = (row: number) => rows[row * columns + phageName] ?? 0;
  return { rowsOf: sortByNumber(firstRecords.length, phageOf, texts.length + 1), firstRecords };
}
