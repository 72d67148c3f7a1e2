/** Rule `genome-name-unique`: a phage has one genome. */
import { showPlace } from '../../findings/recordPlace.ts';
import { showString } from '../../json/showToken.ts';
import type { Rule } from '../rule.ts';
import { type StoredGenome, storedGenomes } from './storedGenomes.ts';

export const genomeNameUnique: Rule<StoredGenome> = {
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
