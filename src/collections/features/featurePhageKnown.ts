/** Rule `feature-phage-known`. The names of phages that only features name are held to the rules of names here. */
import { foldName, unsafeNameReason } from '../../contract/recordName.ts';
import { showString } from '../../json/showToken.ts';
import type { JoinedFacts } from '../fact.ts';
import { phageSummaries } from '../genes/phageSummary.ts';
import { nameCaseFinding } from '../nameCase.ts';
import { pathNameBreaches } from '../pathName.ts';
import { phageNames } from '../phages/phageNameCase.ts';
import type { NamedPlace, Rule } from '../rule.ts';
import { namesIn, textFact } from '../textFact.ts';
import { createVariantLedger, type Variant } from '../variantLedger.ts';
import type { Feature } from './featureRecord.ts';

const pointer = '/PhageID';

const featurePhages = textFact<Feature>('featurePhages', ({ PhageID }) => PhageID);

export const featurePhageKnown: Rule<Feature> = {
  facts: [featurePhages],
  *findings(all, locate) {
    const { here, recorded, others } = namesOf(all);
    const firsts = new Map<string, Variant<string>>();
    for (const { name, place } of others) {
      if (!firsts.has(foldName(name))) firsts.set(foldName(name), { value: name, place });
    }
    const known = new Set(others.map(({ name }) => name));
    const unknown = createVariantLedger<string, string>();
    for (const { name, place } of here) {
      if (recorded.has(name)) continue;
      yield {
        rule: 'feature-phage-known',
        ...locate(place),
        pointer,
        expected: 'a phage that has a phage record',
        found: `${showString(name)}, which has none`,
      };
      // The rules of genes look at what genes name.
      if (known.has(name)) continue;
      // Their features have addresses like those of other phages (A3).
      for (const breach of pathNameBreaches(pointer, name)) yield { ...breach, ...locate(place) };
      unknown.note(foldName(name), name, place);
    }
    for (const [folded, variants] of unknown.groups()) {
      const other = firsts.get(folded);
      const [first, ...more] = other === undefined ? variants : [other, ...variants];
      if (first === undefined) continue;
      for (const one of more) yield nameCaseFinding(pointer, first, one, locate);
    }
  },
  names(all) {
    const { here, others } = namesOf(all);
    const known = new Set(others.map(({ name }) => name));
    return here.filter(({ name }) => !known.has(name));
  },
};

/** How many phages features name that can be a path of the site. */
export function countFeaturePhages(all: JoinedFacts): number {
  const names = [...namesIn(all(featurePhages), pointer)];
  return names.filter(({ name }) => unsafeNameReason(name) === null).length;
}

/** The phages that features name, those that have a record, and these with those that genes name. */
function namesOf(all: JoinedFacts) {
  const here = [...namesIn(all(featurePhages), pointer)];
  // Most sites have no features.
  const phages = here.length === 0 ? [] : [...namesIn(all(phageNames), pointer)];
  const ofGenes = here.length === 0 ? [] : all(phageSummaries).summaries.groups();
  const others: NamedPlace[] = [...phages];
  for (const [name, [first]] of ofGenes) {
    if (first !== undefined) others.push({ name, pointer, place: first.place });
  }
  return { here, recorded: new Set(phages.map(({ name }) => name)), others };
}
