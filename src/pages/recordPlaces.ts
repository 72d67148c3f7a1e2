/** Where the records of a collection lie on its pages. */
import {
  forEachMember,
  forEachRow,
  memberColumns,
  type PageNotes,
  placeColumns,
} from './pageNotes.ts';

/** How many records the notes hold: members of rows, where rows have any, else rows. */
export function recordCount({ columns, members, rows }: PageNotes): number {
  return members.length > 0 ? members.length / memberColumns : rows.length / columns;
}

/** Page, first byte and end of each record, in the order of the list. */
export function recordPlaces(notes: PageNotes): Uint32Array {
  const places = new Uint32Array(recordCount(notes) * placeColumns);
  let used = 0;
  forEachRow(notes, (row, _, firstMember) => {
    if (notes.members.length === 0) {
      places.set(row.subarray(0, placeColumns), used);
      used += placeColumns;
      return;
    }
    forEachMember(notes, row, firstMember, (_family, from, to) => {
      places[used++] = row[0] ?? 0;
      places[used++] = from;
      places[used++] = to;
    });
  });
  return places;
}
