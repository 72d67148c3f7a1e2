/** A source so large that it is read in several ranges is still one source to the user. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Discovered, intakeData } from '../../../src/intakeData.ts';
import { exampleGene } from '../generated/exampleRecords.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';
import { limits, sourceOf } from './takeIn.ts';

const largeBytes = 60 << 20;

/** What is found in a source of which discovery said that it was large. */
async function findingsIn(change: (folder: string) => void) {
  const folder = tempFolder();
  const file = addFile(folder, 'a.ndjson', '{}\n');
  const source = { ...sourceOf(file), bytes: largeBytes };
  change(folder);
  const discovered: Discovered = { sources: [source], findings: [] };
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
