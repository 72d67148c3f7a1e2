/** Merges the notes of ranges of pages. */
import { createNoteBook } from './noteBook.ts';
import {
  colorAt,
  familyCount,
  firstText,
  forEachRow,
  memberColumns,
  type PageNotes,
  phamIdAt,
  tally,
} from './pageNotes.ts';

/**
 * Merges the notes of all pages: those of `parts`, which are in order, and those of `before`, an earlier build, for
 * all other pages.
 */
export function joinNotes(before: PageNotes, parts: readonly PageNotes[]): PageNotes {
  const { columns } = before;
  const all = [before, ...parts];
  const book = createNoteBook(columns, {
    rows: all.reduce((sum, { rows }) => sum + rows.length, 0),
    members: all.reduce((sum, { members }) => sum + members.length, 0),
  });
  const renewed = new Set<number>();
  for (const part of parts) forEachRow(part, (row) => renewed.add(row[0] ?? 0));

  const copier = (notes: PageNotes) => {
    const pointers = new Uint32Array(notes.texts.length);
    const moved = (pointer: number) => {
      if (pointer === 0) return 0;
      pointers[pointer - 1] ||= book.pointTo(notes.texts[pointer - 1] ?? '');
      return pointers[pointer - 1] ?? 0;
    };
    const families = new Uint32Array(familyCount(notes));
    const movedFamily = (pointer: number) => {
      if (pointer === 0) return 0;
      const id = phamIdAt(notes, pointer) ?? 0;
      families[pointer - 1] ||= book.pointToFamily(id, colorAt(notes, pointer));
      return families[pointer - 1] ?? 0;
    };
    return (row: Uint32Array, firstMember: number) => {
      const copy = Array.from(row);
      for (let column = firstText; column < columns; column++) {
        copy[column] = moved(copy[column] ?? 0);
      }
      if (notes.members.length === 0) return book.add(...copy);
      copy[tally] = 0;
      book.add(...copy);
      const end = (firstMember + (row[tally] ?? 0)) * memberColumns;
      for (let at = firstMember * memberColumns; at < end; at += memberColumns) {
        book.addMember(notes.members[at] ?? 0, movedFamily(notes.members[at + 1] ?? 0));
      }
    };
  };

  // Copies the older rows up to a page, to merge them with those of the parts.
  const copyOld = copier(before);
  let oldRow = 0;
  let oldMember = 0;
  const copyOldBelow = (page: number) => {
    for (; oldRow < before.rows.length; oldRow += columns) {
      const row = before.rows.subarray(oldRow, oldRow + columns);
      if ((row[0] ?? 0) >= page) return;
      if (!renewed.has(row[0] ?? 0)) copyOld(row, oldMember);
      if (before.members.length > 0) oldMember += row[tally] ?? 0;
    }
  };
  for (const part of parts) {
    const copy = copier(part);
    forEachRow(part, (row, _, firstMember) => {
      copyOldBelow(row[0] ?? 0);
      copy(row, firstMember);
    });
  }
  copyOldBelow(Infinity);
  return book.finish();
}
