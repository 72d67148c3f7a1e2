/** The records that README.md shows: one of each kind, which a build takes as they are. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectionNames, keyFields } from '../../src/contract/collectionName.ts';
import { runWell } from '../integration/runCli.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, section = ''] = /^### A record of each kind$([^]*?)^## /m.exec(readme) ?? [];
const shown = [...section.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text = '']) => text);

test('README.md shows a gene and its phage, and both are fit to be published', async () => {
  const records = shown.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(records.map((record) => Object.keys(record)[0])).toEqual(['GeneID', 'phage_name']);
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'data/genes/a.json': shown[0]!, 'data/phages/a.json': shown[1]! });
    const { stdout, stderr } = await runWell(['check'], { cwd });
    expect(stdout).toMatch(/^ {2}records +1 gene and 1 phage, .*\n {2}warnings +none\n/m);
    expect(stderr).not.toContain('[');
  });
});

test('README.md shows records of the sample', async () => {
  for (const collection of [...collectionNames].toSorted()) {
    const text = shown[collection === 'genes' ? 0 : 1]!;
    const record = JSON.parse(text) as Record<string, unknown>;
    const folder = path.join(import.meta.dirname, '../../data', collection);
    const file = (await readdir(folder)).find((name) => name.startsWith('Banobagleep'));
    const source = await readFile(path.join(folder, file!), 'utf8');
    const records = source.startsWith('{\n')
      ? [JSON.parse(source) as object]
      : source
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as object);
    const key = keyFields[collection];
    expect(records).toContainEqual(record);
    expect(record[key]).toMatch(/^Banobagleep/);
  }
});
