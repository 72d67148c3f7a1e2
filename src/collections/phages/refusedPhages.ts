/**
 * The phages whose records were read and rejected: for these, records that name them are not reported as naming an
 * unknown phage.
 */
import type { Collector, Fact, Joined } from '../fact.ts';
import type { Rule } from '../rule.ts';
import type { Phage } from './phageRecord.ts';

interface JoinedRefused extends Joined<readonly string[]> {
  readonly names: ReadonlySet<string>;
}

type Refused = Fact<Phage, readonly string[], Collector<Phage, readonly string[]>, JoinedRefused>;

export const refusedPhages: Refused = {
  name: 'refusedPhages',
  collect() {
    const names = new Set<string>();
    return {
      note() {},
      refuse: (name) => void names.add(name),
      finish: () => [...names],
    };
  },
  join() {
    const names = new Set<string>();
    return {
      names,
      take(piece) {
        for (const name of piece) names.add(name);
      },
    };
  },
};

/** Has no findings of its own: what is wrong with these records has been reported. */
export const refusedPhagesKnown: Rule<Phage> = { facts: [refusedPhages] };
