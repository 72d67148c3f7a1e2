/** A source so large that it is read in several ranges is still one source to the user. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Discovered, intakeData } from '../../../src/intakeData.ts';
import type { Source } from '../../../src/sources/source.ts';
import { exampleGene } from '../generated/exampleRecords.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';
import { limits, sourceOf } from './takeIn.ts';

const largeBytes = 60 << 20;

/** What is found in a source of which discovery said that it was large. */
function findingsIn(change: (folder: string) => void) {
  const folder = tempFolder();
  const file = addFile(folder, 'a.ndjson', '{}\n');
  const source = { ...sourceOf(file), bytes: largeBytes };
  change(folder);
  return takeAll([source], folder);
}

async function takeAll(sources: readonly Source[], folder: string, bundleBytes?: number) {
  const discovered: Discovered = { sources: [...sources], findings: [] };
  const intake = await intakeData(
    discovered,
    { data: folder, allowed: new Set(), maxErrors: 50, limits },
    {
      workers: inProcessWorkers,
      workDir: folder,
      cached: [],
      trustedBeforeMs: 0,
      hashOf: () => '',
      willBeCached: false,
      progress: { stage() {}, advance() {}, end() {} },
    },
    bundleBytes,
  );
  return intake.findings.report();
}

describe('what is wrong with a large source is reported once', () => {
  test('when it is gone', async () => {
    const { kept } = await findingsIn((folder) => rmSync(path.join(folder, 'a.ndjson')));
    expect(kept).toMatchObject([{ rule: 'source', line: 0, found: 'an error (ENOENT)' }]);
  });

  test('when it was changed meanwhile', async () => {
    const { kept } = await findingsIn((folder) => {
      addFile(folder, 'a.ndjson', `${JSON.stringify(exampleGene)}\n`);
    });
    expect(kept.filter(({ rule }) => rule === 'source')).toMatchObject([
      { line: 0, found: 'one that was changed meanwhile' },
    ]);
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
