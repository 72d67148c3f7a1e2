/** The records of a sample, phage by phage, each phage with all its genes in the order of its genome. */
import type { GeneRecord, PhageRecord } from '../generated/records.ts';
import { makeGenes } from './makeGenes.ts';
import { makePhage } from './makePhage.ts';
import { planPhages } from './planPhages.ts';

export interface SampledPhage {
  readonly phage: PhageRecord;
  readonly genes: readonly GeneRecord[];
}

/**
 * Makes phages that have exactly `genes` genes together, one at a time: memory does not grow with their number.
 * The same numbers give the same records on every machine.
 */
export function* sampleRecords(sample: { genes: number; seed: number }): Generator<SampledPhage> {
  for (const planned of planPhages(sample.genes, sample.seed)) {
    const genes = makeGenes(planned);
    yield { phage: makePhage(planned, genes), genes };
  }
}
