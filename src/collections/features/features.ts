/** The collection of features of genomes that are not genes. */
import { featureColumns } from '../../pages/pageNotes.ts';
import type { Collection } from '../collection.ts';
import { createFeatureNoter } from './featureNoter.ts';
import { featurePhageKnown } from './featurePhageKnown.ts';
import type { Feature } from './featureRecord.ts';

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
