/** What the table of requests is told of a site, for tests of its rows. */
import { perList, perCollection } from '../../../src/contract/collectionName.ts';
import type { KnownSite } from '../../../src/verifying/tableRow.ts';

export function factsWith(changes: Partial<KnownSite> = {}): KnownSite {
  return {
    lastPages: { ...perList(() => 0), genes: 3, phages: 3, phams: 3 },
    records: {
      ...perCollection(() => []),
      phages: ['Trixie'],
      genes: ['Trixie_CDS_1', 'Trixie_CDS_2'],
    },
    unknown: { ...perCollection(() => 'Nobody'), genes: 'Nobody_CDS_999999' },
    caseInsensitiveNames: false,
    otherLetters: 'trixie',
    views: [
      { template: 'clusters', segments: ['clusters'] },
      { template: 'clusters/*/phagelist', segments: ['clusters', 'A', 'phagelist'] },
      { template: 'genesbyphage/*', segments: ['genesbyphage', 'Mr Spaced'] },
    ],
    bulk: ['bulk/index.json', 'bulk/genes.tsv.gz', 'bulk/phages/Mr 100%.faa'],
    ...changes,
  };
}
