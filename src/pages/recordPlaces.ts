/** The places of a collection's records on its pages. */
import {
  forEachGene,
  forEachRow,
  numbersPerGene,
  type PageNotes,
  placeColumns,
} from './pageNotes.ts';

/** The number of records in the notes: of genes if rows have any, else of rows. */
export function recordCount({ columns, geneEnds, rows }: PageNotes): number {
  return geneEnds.length > 0 ? geneEnds.length / numbersPerGene : rows.length / columns;
}

/** Page, first byte and end of each record, in the order of the list. */
export function recordPlaces(notes: PageNotes): Uint32Array {
  const places = new Uint32Array(recordCount(notes) * placeColumns);
  let used = 0;
  forEachRow(notes, (row, _, firstGene) => {
    if (notes.geneEnds.length === 0) {
      places.set(row.subarray(0, placeColumns), used);
      used += placeColumns;
      return;
    }
    forEachGene(notes, row, firstGene, (_pham, from, to) => {
      places[used++] = row[0] ?? 0;
      places[used++] = from;
      places[used++] = to;
    });
  });
  return places;
}
