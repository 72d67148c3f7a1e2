/** The collection of genes. */
import { findGene, geneFieldCount, geneSpans } from '../../generated/plainRecords.ts';
import { geneColumns } from '../../pages/pageNotes.ts';
import type { Collection } from '../collection.ts';
import { geneHostName } from './geneHostName.ts';
import { geneIdCase } from './geneIdCase.ts';
import { geneIdForm } from './geneIdForm.ts';
import { geneLength } from './geneLength.ts';
import { createGeneNoter } from './geneNoter.ts';
import { genePathName } from './genePathName.ts';
import { genePhageKnown } from './genePhageKnown.ts';
import type { Gene } from './geneRecord.ts';
import { geneTranslation, geneWithinGenome } from './geneTranslation.ts';
import { phageSummaryConsistent } from './phageSummary.ts';
import { phamColorConsistent } from './phamColor.ts';
import { plainGenes } from './plainGenes.ts';

export const genes: Collection<Gene> = {
  uniqueRule: 'gene-id-unique',
  rules: [
    geneIdForm,
    geneLength,
    genePathName,
    phageSummaryConsistent,
    phamColorConsistent,
    genePhageKnown,
    geneIdCase,
    geneHostName,
    geneWithinGenome,
    geneTranslation,
  ],
  shortcut: plainGenes,
  keyCase: geneIdCase,
  isOrderSpecified: true,
  missingKey: 'Nobody_CDS_999999',
  finder: { fields: geneFieldCount, spans: geneSpans, find: findGene },
  linkGenome: null,
  createNoter: createGeneNoter,
  noteColumns: geneColumns,
  blockRecords: 4096,
  rowsPerGroup: 20_000,
};
