/** Takes notes of features while their pages are rendered: the offsets of records, and the phages that they name. */
import { createNoteBook } from '../../pages/noteBook.ts';
import { featureColumns } from '../../pages/pageNotes.ts';
import type { Noter } from '../collection.ts';
import type { Feature } from './featureRecord.ts';

/** One row per feature. */
export function createFeatureNoter(): Noter {
  const book = createNoteBook(featureColumns);
  return {
    note(bytes, from, to, { page, start, end }) {
      const { PhageID }: Feature = JSON.parse(bytes.toString('utf8', from, to));
      book.add(page, start, end, 1, book.pointTo(PhageID ?? ''));
      return null;
    },
    finish: book.finish,
  };
}
