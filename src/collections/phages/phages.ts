/** The collection of phages. */
import { phageColumns } from '../../pages/pageNotes.ts';
import type { Collection } from '../collection.ts';
import { genomeLengthKnown } from './genomeLengths.ts';
import { idNames } from './idNames.ts';
import { linkGenome } from './linkGenome.ts';
import { otherNamesKnown } from './otherNames.ts';
import { phageNameCase } from './phageNameCase.ts';
import { createPhageNoter } from './phageNoter.ts';
import { phagePathName } from './phagePathName.ts';
import type { Phage } from './phageRecord.ts';
import { plainPhages } from './plainPhages.ts';
import { refusedPhagesKnown } from './refusedPhages.ts';

export const phages: Collection<Phage> = {
  uniqueRule: 'phage-name-unique',
  rules: [
    phagePathName,
    phageNameCase,
    idNames,
    genomeLengthKnown,
    otherNamesKnown,
    refusedPhagesKnown,
  ],
  shortcut: plainPhages,
  keyCase: null,
  isOrderSpecified: false,
  missingKey: 'Nobody',
  finder: null,
  linkGenome,
  createNoter: createPhageNoter,
  noteColumns: phageColumns,
  // A phage has many times the fields of a gene.
  blockRecords: 512,
  rowsPerGroup: 5000,
};
