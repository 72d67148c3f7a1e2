/** The collection of features of genomes that are not genes. */
import { unsafeNameReason } from '../contract/recordName.ts';
import {
  type Collection,
  type Feature,
  type JoinedFacts,
  type NamedPlace,
  namesIn,
  type Noter,
  type Rule,
  textFact,
} from './collection.ts';
import { createNoteBook, featureColumns, phageName } from './notes.ts';
import { phageNames } from './phageNames.ts';
import { unknownPhages } from './phageRules.ts';
import { phagesOfGenes } from './summaries.ts';

export const featurePhages = textFact<Feature>('featurePhages', ({ PhageID }) => PhageID);

/** Rule `feature-phage-known`. Names of phages that occur only in features are checked here. */
const featurePhageKnown: Rule<Feature> = {
  facts: [featurePhages],
  findings: (all, locate) =>
    unknownPhages('feature-phage-known', phagesOf(all), phagesOfGenes(all), all, locate),
  names(all) {
    const known = [...namesIn(all(phageNames), ''), ...phagesOfGenes(all)];
    const others = new Set(known.map(({ name }) => name));
    return phagesOf(all).filter(({ name }) => !others.has(name));
  },
};

/** Counts the phages named by features whose names can be a path of the site. */
export function countFeaturePhages(all: JoinedFacts): number {
  return phagesOf(all).filter(({ name }) => unsafeNameReason(name) === null).length;
}

function phagesOf(all: JoinedFacts): NamedPlace[] {
  return [...namesIn(all(featurePhages), '/PhageID')];
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
  phageColumn: phageName,
  blockRecords: 16_384,
  rowsPerGroup: 10_000,
};

/** Takes notes of features while their pages are rendered: a row for each, with its place and its phage. */
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
