/** The rules on genomes, which are sources but not a collection: they are not records. */
import type { Rule } from '../rule.ts';
import { genomeGc, genomeLength } from './genomeClaimed.ts';
import { genomeNameUnique } from './genomeNameUnique.ts';
import { genomePhageKnown } from './genomePhageKnown.ts';
import type { StoredGenome } from './storedGenomes.ts';

export const genomeRules: readonly Rule<StoredGenome>[] = [
  genomePhageKnown,
  genomeNameUnique,
  genomeLength,
  genomeGc,
];
