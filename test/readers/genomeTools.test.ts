import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../contract/serverProcess.ts';
import { addFile } from '../unit/sources/tempFolder.ts';
import { buildBulkSite, type BulkSite, genes } from './bulkSite.ts';

let site: BulkSite;
let features: string;
beforeAll(async () => {
  site = await buildBulkSite();
  const text = gunzipSync(readFileSync(path.join(site.dir, 'genes.gff3.gz'))).toString();
  features = addFile(site.dir, 'genes.gff3', text);
});
afterAll(() => site.remove());

const isThere = isInstalled('gt', '-version');

describe.skipIf(!isThere)('GenomeTools (to run this: apt-get install genometools)', () => {
  test('finds the GFF3 file valid', () => {
    const { stdout, stderr, status } = spawnSync('gt', ['gff3validator', features], {
      encoding: 'utf8',
    });
    expect([stdout.trim(), stderr, status]).toEqual(['input is valid GFF3', '', 0]);
  });

  test('counts the genes', () => {
    const counted = execFileSync('gt', ['stat', features], { encoding: 'utf8' });
    expect(counted).toContain(`CDSs: ${genes.length}`);
  });
});
