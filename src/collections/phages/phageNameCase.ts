/** Rule `name-case` of phages, clusters and subclusters. All of them have addresses, which `host-name` checks. */
import { namesThatDifferByCase } from '../nameCase.ts';
import type { Rule } from '../rule.ts';
import { namesIn, type TextFact, textFact } from '../textFact.ts';
import type { Phage } from './phageRecord.ts';

export const phageNames = textFact<Phage>('phageNames', ({ phage_name: name }) => name);

// An unclustered phage is in no cluster's list.
const clusters = textFact<Phage>('clusters', ({ pcluster }) => pcluster?.cluster || null);

const subclusters = textFact<Phage>(
  'subclusters',
  ({ psubcluster }) => psubcluster?.subcluster ?? null,
);

export const phageNameCase: Rule<Phage> = {
  facts: [phageNames, clusters, subclusters],
  *findings(all, locate) {
    const contested = (fact: TextFact<Phage>) => all(fact).spellings.contested();
    yield* namesThatDifferByCase(contested(phageNames), '/phage_name', locate);
    yield* namesThatDifferByCase(contested(clusters), '/pcluster/cluster', locate);
    yield* namesThatDifferByCase(contested(subclusters), '/psubcluster/subcluster', locate);
  },
  *names(all) {
    yield* namesIn(all(phageNames), '/phage_name');
    yield* namesIn(all(clusters), '/pcluster/cluster');
    yield* namesIn(all(subclusters), '/psubcluster/subcluster');
  },
};
