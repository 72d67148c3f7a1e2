/** A made-up gene of the pages. */
import type { Gene } from '../../../src/web/data/records.ts';

export function gene(values: Partial<Gene> = {}): Gene {
  return {
    id: 'Alpha_CDS_1',
    phage: 'Alpha',
    cluster: 'A',
    subcluster: 'A2',
    hostGenus: 'Mycobacterium',
    pham: 7,
    color: '#112233',
    start: 100,
    stop: 400,
    length: 300,
    name: '1',
    translation: 'M'.repeat(99),
    isReverse: false,
    notes: '',
    locusTag: '',
    ...values,
  };
}
