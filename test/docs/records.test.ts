/** The records that docs/data.md shows: one of each kind, which a build takes as they are. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requiredNames, sortFields } from '../../src/contract/collectionName.ts';
import { runWellInProcess } from '../program/runProgram.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { sectionOf } from './pages.ts';

const section = sectionOf('docs/data.md', '## A record of each kind');
const shown = [...section.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text = '']) => text);

test('docs/data.md shows a gene, its phage and a feature, and all are fit to be published', async () => {
  const records = shown.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(records.map((record) => Object.keys(record)[0])).toEqual([
    'GeneID',
    'phage_name',
    'PhageID',
  ]);
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'data/genes/a.json': shown[0]!,
      'data/phages/a.json': shown[1]!,
      'data/features/a.json': shown[2]!,
    });
    const { stdout, stderr } = await runWellInProcess(['check'], { cwd });
    expect(stdout).toMatch(
      /^ {2}records +1 feature, 1 gene and 1 phage, .*\n {2}warnings +none\n/m,
    );
    expect(stderr).not.toContain('[');
  });
});

test('docs/data.md shows a gene and a phage of the sample', async () => {
  for (const collection of requiredNames) {
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
    const [key] = sortFields[collection];
    expect(records).toContainEqual(record);
    expect(record[key]).toMatch(/^Banobagleep/);
  }
});
