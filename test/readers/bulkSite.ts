/** The bulk files of a small site whose records are as odd as records may be, for readers that are not ours. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FeatureRecord, GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { runWell } from '../integration/runCli.ts';
import { addFile } from '../unit/sources/tempFolder.ts';

const oddText = 'tail\tfibre, "minor"; a=b & c%\u2028β-helix\u2029\n\r🦠 ';

/** In the order of the list. */
export const genes: readonly GeneRecord[] = [
  ...[1, 2, 3].map((number) =>
    tinyGene('Quillon', number, {
      Start: number * 300,
      Stop: number * 300 + 210,
      Length: 210,
      // Two full lines of letters, and a letter less or more.
      Translation: 'M'.repeat(138 + number),
      Orientation: number === 2 ? 'R' : 'F',
      LocusTag: number === 3 ? null : `QUILLON_${number}`,
    }),
  ),
  tinyGene('Quillon', 4, { Notes: oddText, Name: 'a b;c', LocusTag: '' }),
  tinyGene('Quillon', 5, {
    Notes: '',
    PhamID: { PhamID: Number.MAX_SAFE_INTEGER, Color: '#FFFFFF' },
  }),
  tinyGene('Vexmoor', 1, { Notes: 'NA' }),
  tinyGene('Ünïc%ode', 1, { Notes: '5" end', Start: 10, Stop: 11, Length: 1 }),
];

/** In the order of the list. */
export const phages: readonly PhageRecord[] = [
  tinyPhage('Quillon', { genome_length: 5000, naming_notes: oddText, program: null }),
  tinyPhage('Solitary', { seq_finished: false, psubcluster: null, finder_name: '"A", "B"' }),
  tinyPhage('Vexmoor', { genome_length: 0, verified_hosts: ['x', { y: [1] }] as never }),
  tinyPhage('Ünïc%ode', { genome_length: 40, gcpercent: '007.50' }),
];

/** In the order of the list. */
const features: readonly FeatureRecord[] = [
  tinyFeature('Quillon', { Start: 0, Stop: 71, Name: 'NA', Notes: oddText }),
  tinyFeature('Quillon', { Start: 4990, Stop: 20, Type: 'repeat', Orientation: null, Name: '' }),
  tinyFeature('Ünïc%ode', { Type: 'CRISPR', Orientation: 'R', Notes: '' }),
];

/** The records of each collection, in the order of their list. */
export const bulkRecords = { features, genes, phages };

export interface BulkSite {
  /** With the files of `bulk/`. */
  readonly dir: string;
  readonly remove: () => void;
}

/** What has a place of its own in the package, and what has none. */
const about = {
  title: 'Phages of a course',
  description: 'All that it found.',
  licence: 'CC-BY-4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  contact: 'Ada Example <ada@example.org>, https://example.org/~ada',
  creators: [{ name: 'Ada Example', orcid: '0000-0002-1825-0097', affiliation: 'Example Lab' }],
  citation: 'Example et al. 2031',
};

/** Builds the site with the compiled program. */
export async function buildBulkSite(): Promise<BulkSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'phagepress-bulk-'));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    for (const [collection, records] of Object.entries(bulkRecords))
      addFile(folder, `data/${collection}/all.ndjson`, asLines(records));
    addFile(folder, 'phagepress.config.json', JSON.stringify({ about }));
    const options = ['--base-url', 'https://example.org/phages', '--page-size', '2'];
    await runWell(['build', ...options], { cwd: folder });
    return { dir: path.join(folder, 'dist/bulk'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
