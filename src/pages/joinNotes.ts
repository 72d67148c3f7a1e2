/** Merges the notes of ranges of pages. */
import { createNoteBook } from './noteBook.ts';
import {
  colorAt,
  phamCount,
  firstText,
  forEachRow,
  numbersPerGene,
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
    genes: all.reduce((sum, { geneEnds }) => sum + geneEnds.length, 0),
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
    const phams = new Uint32Array(phamCount(notes));
    const movedPham = (pointer: number) => {
      if (pointer === 0) return 0;
      const id = phamIdAt(notes, pointer) ?? 0;
      phams[pointer - 1] ||= book.pointToPham(id, colorAt(notes, pointer));
      return phams[pointer - 1] ?? 0;
    };
    return (row: Uint32Array, firstGene: number) => {
      const copy = Array.from(row);
      for (let column = firstText; column < columns; column++) {
        copy[column] = moved(copy[column] ?? 0);
      }
      if (notes.geneEnds.length === 0) return book.add(...copy);
      copy[tally] = 0;
      book.add(...copy);
      const end = (firstGene + (row[tally] ?? 0)) * numbersPerGene;
      for (let at = firstGene * numbersPerGene; at < end; at += numbersPerGene) {
        const [to = 0, pham = 0, product = 0] = [
          notes.geneEnds[at],
          notes.geneEnds[at + 1],
          notes.geneEnds[at + 2],
        ];
        book.addGene(
          to,
          movedPham(pham),
          notes.geneStarts[at / numbersPerGene] ?? 0,
          moved(product),
        );
      }
    };
  };

  // Copies the older rows up to a page, to merge them with those of the parts.
  const copyOld = copier(before);
  let oldRow = 0;
  let oldGene = 0;
  const copyOldBelow = (page: number) => {
    for (; oldRow < before.rows.length; oldRow += columns) {
      const row = before.rows.subarray(oldRow, oldRow + columns);
      if ((row[0] ?? 0) >= page) return;
      if (!renewed.has(row[0] ?? 0)) copyOld(row, oldGene);
      if (before.geneEnds.length > 0) oldGene += row[tally] ?? 0;
    }
  };
  for (const part of parts) {
    const copy = copier(part);
    forEachRow(part, (row, _, firstGene) => {
      copyOldBelow(row[0] ?? 0);
      copy(row, firstGene);
    });
  }
  copyOldBelow(Infinity);
  return book.finish();
}
