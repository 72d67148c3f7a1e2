/** The collection of phages. */
import { phageColumns } from '../../pages/pageNotes.ts';
import type { Collection } from '../collection.ts';
import { phageBreaches } from './phage.ts';
import { createPhageNoter } from './phageNoter.ts';
import type { Phage } from './phageRecord.ts';

export const phages: Collection = {
  isOpen: true,
  uniqueRule: 'phage-name-unique',
  breaches: (record) => phageBreaches(record as unknown as Phage),
  createNoter: createPhageNoter,
  noteColumns: phageColumns,
  // A phage has many times the fields of a gene.
  blockRecords: 512,
  rowsPerGroup: 5000,
};
