/** Rule `name-case` of phages, clusters and subclusters; they all have addresses, which `host-name` asks for. */
import { singletonCluster } from '../../contract/views.ts';
import { showString } from '../../json/showToken.ts';
import { namesThatDifferByCase } from '../nameCase.ts';
import type { Rule } from '../rule.ts';
import { namesIn, type TextFact, textFact } from '../textFact.ts';
import type { Phage } from './phageRecord.ts';

export const phageNames = textFact<Phage>('phageNames', ({ phage_name: name }) => name);

// A phage without a cluster belongs to the singletons, which have an address like a cluster.
const clusters = textFact<Phage>(
  'clusters',
  ({ pcluster }) => pcluster?.cluster || singletonCluster,
);

const subclusters = textFact<Phage>(
  'subclusters',
  ({ psubcluster }) => psubcluster?.subcluster ?? null,
);

const hint = `A phage without a cluster is in the cluster ${showString(singletonCluster)}.`;

export const phageNameCase: Rule<Phage> = {
  facts: [phageNames, clusters, subclusters],
  *findings(all, locate) {
    const contested = (fact: TextFact<Phage>) => all(fact).spellings.contested();
    yield* namesThatDifferByCase(contested(phageNames), '/phage_name', locate);
    for (const group of contested(clusters)) {
      const hinted = group[1].some(({ value }) => value === singletonCluster) ? { hint } : {};
      for (const finding of namesThatDifferByCase([group], '/pcluster/cluster', locate)) {
        yield { ...finding, ...hinted };
      }
    }
    yield* namesThatDifferByCase(contested(subclusters), '/psubcluster/subcluster', locate);
  },
  *names(all) {
    yield* namesIn(all(phageNames), '/phage_name');
    yield* namesIn(all(clusters), '/pcluster/cluster');
    yield* namesIn(all(subclusters), '/psubcluster/subcluster');
  },
};
