/** Rule `genome-phage-known`. Names of phages that occur only in genomes are checked here. */
import { featurePhages } from '../features/featurePhageKnown.ts';
import { phagesOfGenes } from '../genes/phageSummary.ts';
import { phageNames } from '../phages/phageNameCase.ts';
import { refusedPhages } from '../phages/refusedPhages.ts';
import type { NamedPlace, Rule } from '../rule.ts';
import { namesIn } from '../textFact.ts';
import { unknownPhages } from '../unknownPhages.ts';
import { type StoredGenome, storedGenomes } from './storedGenomes.ts';

export const genomePhageKnown: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    const here: NamedPlace[] = [];
    for (const [name, [first]] of all(storedGenomes).byName()) {
      if (first !== undefined) here.push({ name, pointer: '', place: first.place });
    }
    if (here.length === 0) return;
    const phages = [...namesIn(all(phageNames), '')];
    const others = [...namesIn(all(featurePhages), ''), ...phagesOfGenes(all, '')];
    const refused = all(refusedPhages).names;
    yield* unknownPhages({ rule: 'genome-phage-known', here, phages, refused, others }, locate);
  },
};
