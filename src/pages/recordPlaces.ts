/** Where the records of a collection lie on its pages. */
import {
  forEachGene,
  forEachRow,
  numbersPerGene,
  type PageNotes,
  placeColumns,
} from './pageNotes.ts';

/** How many records the notes hold: the genes of rows, where rows have any, else rows. */
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
