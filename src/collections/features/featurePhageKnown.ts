/** Rule `feature-phage-known`. Names of phages that occur only in features are checked here. */
import { unsafeNameReason } from '../../contract/recordName.ts';
import type { JoinedFacts } from '../fact.ts';
import { phagesOfGenes } from '../genes/phageSummary.ts';
import { phageNames } from '../phages/phageNameCase.ts';
import { refusedPhages } from '../phages/refusedPhages.ts';
import type { Rule } from '../rule.ts';
import { namesIn, textFact } from '../textFact.ts';
import { unknownPhages } from '../unknownPhages.ts';
import type { Feature } from './featureRecord.ts';

const pointer = '/PhageID';

export const featurePhages = textFact<Feature>('featurePhages', ({ PhageID }) => PhageID);

export const featurePhageKnown: Rule<Feature> = {
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
