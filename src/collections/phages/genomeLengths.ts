/** The lengths of genomes, by which `gene-length` checks genes that wrap around the origin. */
import type { Collector, Fact, Joined } from '../fact.ts';
import type { Rule } from '../rule.ts';
import { genomeClaims } from './genomeClaims.ts';
import type { Phage } from './phageRecord.ts';

type Lengths = ReadonlyMap<string, number>;

interface JoinedLengths extends Joined<Lengths> {
  /** genome_length by phage_name, where it is known. */
  readonly lengths: Lengths;
}

export const genomeLengths: Fact<Phage, Lengths, Collector<Phage, Lengths>, JoinedLengths> = {
  name: 'genomeLengths',
  collect() {
    const lengths = new Map<string, number>();
    return {
      note({ phage_name: name, genome_length: length }) {
        // A genome that is not sequenced has length 0.
        if (name !== null && length !== null && length > 0) putLarger(lengths, name, length);
      },
      finish: () => lengths,
    };
  },
  join() {
    const lengths = new Map<string, number>();
    return {
      lengths,
      take(piece) {
        for (const [name, length] of piece) putLarger(lengths, name, length);
      },
    };
  },
};

/** Has no findings of its own: it provides facts for the rules on genes and genomes. */
export const genomeLengthKnown: Rule<Phage> = { facts: [genomeLengths, genomeClaims] };

/** The maximum, so that the result does not depend on the order of records with the same name. */
function putLarger(lengths: Map<string, number>, name: string, length: number): void {
  lengths.set(name, Math.max(length, lengths.get(name) ?? 0));
}
