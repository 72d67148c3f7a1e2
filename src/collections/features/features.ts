/** The collection of features of genomes that are not genes. */
import { featureColumns } from '../../pages/pageNotes.ts';
import type { Collection, Noter } from '../collection.ts';
import { featurePhageKnown } from './featurePhageKnown.ts';
import type { Feature } from './featureRecord.ts';
import { createNoteBook } from '../../pages/noteBook.ts';

export const features: Collection<Feature> = {
  // Two features may differ in their notes alone, or be equal.
  uniqueRule: null,
  rules: [featurePhageKnown],
  shortcut: null,
  keyCase: null,
  isOrderSpecified: false,
  missingKey: 'Nobody',
  finder: null,
  linkGenome: null,
  createNoter: createFeatureNoter,
  noteColumns: featureColumns,
  blockRecords: 16_384,
  rowsPerGroup: 20_000,
};

// Takes notes of features while their pages are rendered: the offsets of records, and the phages that they name.

/** One row per feature. */
function createFeatureNoter(): Noter {
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
