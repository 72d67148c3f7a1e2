/** A source so large that it is read in several ranges is still one source to the user. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { requiredNames } from '../../../src/contract/collectionName.ts';
import { readSources } from '../../../src/pipeline/readSources.ts';
import type { Discovered } from '../../../src/sources/discoverSources.ts';
import type { Source } from '../../../src/sources/source.ts';
import { exampleGene } from '../generated/exampleRecords.ts';
import { tempFolder } from './tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { limits, sourceOf } from './takeIn.ts';

async function takeAll(
  sources: readonly Source[],
  folder: string,
  bundleBytes?: number,
  maxErrors = 50,
) {
  const discovered: Discovered = {
    collections: requiredNames,
    hasGenomes: false,
    labels: new Map(),
    sources: [...sources],
    findings: [],
  };
  const intake = await readSources(
    discovered,
    { data: folder, allowed: new Set(), denied: new Set(), maxErrors, limits },
    {
      workers: inProcessWorkers,
      workDir: folder,
      cached: [],
      same: new Set(),
      willBeCached: false,
      progress: { stage() {}, advance() {}, end() {} },
    },
    bundleBytes,
  );
  return intake.findings.report();
}

describe('a source of another kind or encoding is one finding, however it is cut', () => {
  const gene = { ...exampleGene, Notes: 'caf\u00e9' };
  const lines = `${JSON.stringify(gene)}\n`.repeat(40);
  const pretty = JSON.stringify(
    Array.from({ length: 40 }, () => gene),
    null,
    2,
  );

  test.each([
    ['UTF-16', Buffer.from(lines, 'utf16le'), 'unicode', 0],
    ['pretty JSON', Buffer.from(pretty), 'json-syntax', 0],
    ['Latin-1', Buffer.from(lines, 'latin1'), 'unicode', 1],
    ['Latin-1 behind good records', Buffer.from(`{}\n{}\n${lines}`, 'latin1'), 'unicode', 3],
  ])('%s', async (_what, bytes, rule, line) => {
    for (const [bundleBytes, maxErrors] of [
      [300, 50],
      [5000, 50],
      [300, 0],
      [1 << 20, 50],
    ] as const) {
      const folder = tempFolder({ 'a.ndjson': bytes });
      const source = sourceOf(path.join(folder, 'a.ndjson'));
      const report = await takeAll([source], folder, bundleBytes, maxErrors);
      const ofRule = report.errorsByRule.get(rule as 'unicode');
      expect(ofRule).toBe(1);
      const kept = report.kept.filter((finding) => finding.rule === rule);
      expect(kept).toMatchObject(maxErrors === 0 ? [] : [{ line }]);
    }
  });
});

describe('a large source of blank lines', () => {
  const empty = { rule: 'source', line: 1, found: 'an empty file' };

  test.each([
    ['without a record is empty, which is told once', ' \r\n\n'.repeat(50), [empty]],
    ['and one long blank one is empty', `\n${' '.repeat(300)}\n`, [empty]],
    ['and of a bad record in its first part is not empty', `1\n${'\n'.repeat(200)}`, []],
    ['and of a bad record in its last part is not empty', `${'\n'.repeat(200)}1`, []],
  ])('%s', async (_what, text, expected) => {
    for (const bundleBytes of [7, 60, 1000]) {
      const folder = tempFolder({ 'a.ndjson': text, 'b.ndjson': '1\n' });
      const sources = ['a', 'b'].map((name, ordinal) =>
        sourceOf(path.join(folder, `${name}.ndjson`), { ordinal }),
      );
      const { kept } = await takeAll(sources, folder, bundleBytes);
      expect(kept.filter(({ rule }) => rule === 'source')).toMatchObject(expected);
    }
  });
});
