/** The rules on genomes, which are sources but not a collection: they are not records. */
import type { NamedPlace, Rule } from '../rule.ts';
import { genomeGc, genomeLength } from './genomeClaimed.ts';
import { type StoredGenome, storedGenomes } from './storedGenomes.ts';
import { showPlace } from '../../findings/recordPlace.ts';
import { showString } from '../../json/showToken.ts';
import { featurePhages } from '../features/featurePhageKnown.ts';
import { phagesOfGenes } from '../genes/phageSummary.ts';
import { phageNames } from '../phages/phageNameCase.ts';
import { refusedPhages } from '../phages/refusedPhages.ts';
import { namesIn } from '../textFact.ts';
import { unknownPhages } from '../unknownPhages.ts';

/** Rule `genome-phage-known`. Names of phages that occur only in genomes are checked here. */
const genomePhageKnown: Rule<StoredGenome> = {
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

/** Rule `genome-name-unique`: a phage has one genome. */
const genomeNameUnique: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    for (const [name, [first, ...others]] of all(storedGenomes).byName()) {
      if (first === undefined) continue;
      for (const { genome, place } of others) {
        const again = areSame(genome, first.genome) ? 'the same' : 'another one';
        yield {
          rule: 'genome-name-unique',
          ...locate(place),
          pointer: '',
          expected: 'one genome of each phage',
          found: `${again} of ${showString(name)}, beside that at ${showPlace(locate(first.place))}`,
        };
      }
    }
  },
};

/** Same length and checksum: enough for the wording of a message. */
function areSame(one: StoredGenome, other: StoredGenome): boolean {
  return one.length === other.length && one.crc === other.crc;
}

export const genomeRules: readonly Rule<StoredGenome>[] = [
  genomePhageKnown,
  genomeNameUnique,
  genomeLength,
  genomeGc,
];
