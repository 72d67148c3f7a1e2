/** The collection of features of genomes that are not genes. */
import { unsafeNameReason } from '../contract/recordName.ts';
import {
  type Collection,
  type Feature,
  type JoinedFacts,
  namesIn,
  type Noter,
  type Rule,
  textFact,
} from './collection.ts';
import { createNoteBook, featureColumns } from './notes.ts';
import { phageNames } from './phageNames.ts';
import { refusedPhages, unknownPhages } from './phageRules.ts';
import { phagesOfGenes } from './summaries.ts';

/** Rule `feature-phage-known`. Names of phages that occur only in features are checked here. */
const pointer = '/PhageID';

export const featurePhages = textFact<Feature>('featurePhages', ({ PhageID }) => PhageID);

const featurePhageKnown: Rule<Feature> = {
  facts: [featurePhages],
  findings: (all, locate) =>
    unknownPhages({ rule: 'feature-phage-known', ...namesOf(all) }, locate),
  names(all) {
    const { here, phages, others } = namesOf(all);
    const known = new Set([...phages, ...others].map(({ name }) => name));
    return here.filter(({ name }) => !known.has(name));
  },
};

/** Counts the phages named by features whose names can be a path of the site. */
export function countFeaturePhages(all: JoinedFacts): number {
  const names = [...namesIn(all(featurePhages), pointer)];
  return names.filter(({ name }) => unsafeNameReason(name) === null).length;
}

/**
 * The phages that features name, those with a record, those whose record was rejected, and those that genes
 * name.
 */
function namesOf(all: JoinedFacts) {
  const here = [...namesIn(all(featurePhages), pointer)];
  // Most sites have no features.
  const phages = here.length === 0 ? [] : [...namesIn(all(phageNames), pointer)];
  const others = here.length === 0 ? [] : phagesOfGenes(all, pointer);
  return { here, phages, refused: all(refusedPhages).names, others };
}

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
