/** The collection of genes. */
import { geneColumns } from '../../pages/pageNotes.ts';
import type { Collection } from '../collection.ts';
import { geneBreaches } from './gene.ts';
import { createGeneNoter } from './geneNoter.ts';
import type { Gene } from './geneRecord.ts';

export const genes: Collection = {
  isOpen: false,
  uniqueRule: 'gene-id-unique',
  breaches: (record) => geneBreaches(record as unknown as Gene),
  createNoter: createGeneNoter,
  noteColumns: geneColumns,
  blockRecords: 4096,
  rowsPerGroup: 20_000,
};
