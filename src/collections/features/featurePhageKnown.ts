/** Rule `feature-phage-known`. Names of phages that occur only in features are checked here. */
import { unsafeNameReason } from '../../contract/recordName.ts';
import type { JoinedFacts } from '../fact.ts';
import { phageSummaries } from '../genes/phageSummary.ts';
import { phageNames } from '../phages/phageNameCase.ts';
import { refusedPhages } from '../phages/refusedPhages.ts';
import type { NamedPlace, Rule } from '../rule.ts';
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
    const { here, others } = namesOf(all);
    const known = new Set(others.map(({ name }) => name));
    return here.filter(({ name }) => !known.has(name));
  },
};

/** Counts the phages named by features whose names can be a path of the site. */
export function countFeaturePhages(all: JoinedFacts): number {
  const names = [...namesIn(all(featurePhages), pointer)];
  return names.filter(({ name }) => unsafeNameReason(name) === null).length;
}

/**
 * The phages that features name, those with a record, those whose record was rejected, and those named by any record of
 * a phage or gene.
 */
function namesOf(all: JoinedFacts) {
  const here = [...namesIn(all(featurePhages), pointer)];
  // Most sites have no features.
  const phages = here.length === 0 ? [] : [...namesIn(all(phageNames), pointer)];
  const ofGenes = here.length === 0 ? [] : all(phageSummaries).summaries.groups();
  const others: NamedPlace[] = [...phages];
  for (const [name, [first]] of ofGenes) {
    if (first !== undefined) others.push({ name, pointer, place: first.place });
  }
  const recorded = new Set(phages.map(({ name }) => name));
  return { here, recorded, refused: all(refusedPhages).names, others };
}
