/** What families are called in a table is kept as their labels, from the import to the site's pages. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';

const less = [
  '--no-gene-files',
  '--no-bulk',
  '--quiet',
  '--allow',
  'null-value',
  '--allow',
  'gene-length',
];

async function importWith(cwd: string, table: string, ...more: string[]) {
  await writeFiles(cwd, { 'a.gbk': genbankText, 'families.csv': table });
  const args = ['import', 'annotations', 'a.gbk', '--families', 'families.csv'];
  return runWellInProcess([...args, ...more], { cwd });
}

const read = (cwd: string, file: string) => fs.readFileSync(path.join(cwd, file), 'utf8');
const labelsIn = (cwd: string) =>
  read(cwd, 'data/families.ndjson')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { PhamID: number; family_label: string });
const labelled = (cwd: string) => labelsIn(cwd).map(({ family_label: label }) => label);

const named = 'gene,family\none_CDS_1,fam1\none_CDS_2,fam1\none_CDS_3,38\n';

describe('families that have names', () => {
  test('have them on the site, whose pages find them', async () => {
    await inWorkFolder(async (cwd) => {
      await importWith(cwd, named);
      const [label, ...others] = labelsIn(cwd);
      expect([label?.family_label, others]).toEqual(['fam1', []]);
      const genes = read(cwd, 'data/genes/one.ndjson');
      expect(genes).toContain(`"PhamID":{"PhamID":${label?.PhamID},`);
      await runWellInProcess(['build', ...less], { cwd });
      expect(JSON.parse(read(cwd, 'dist/web/labels.json'))).toEqual({
        id: [label?.PhamID],
        label: ['fam1'],
      });
      expect(JSON.parse(read(cwd, 'dist/release.json'))).toMatchObject({ family_labels: true });
      await runWellInProcess(['verify', 'dist', '--quiet'], { cwd });
      // Another label alone is another site.
      const file = path.join(cwd, 'data/families.ndjson');
      fs.writeFileSync(file, read(cwd, 'data/families.ndjson').replace('fam1', 'Lysin_A'));
      await runWellInProcess(['build', ...less], { cwd });
      expect(read(cwd, 'dist/web/labels.json')).toContain('"label":["Lysin_A"]');
      fs.writeFileSync(
        path.join(cwd, 'dist/web/labels.json'),
        '{"id":[1],"label":["of no family"]}\n',
      );
      const { stdout, status } = await runInProcess(['verify', 'dist'], { cwd });
      expect([status, stdout]).toEqual([1, expect.stringContaining('labels.json')]);
    });
  });

  test('can have other labels, by a column or by hand, which a later import keeps', async () => {
    await inWorkFolder(async (cwd) => {
      await importWith(cwd, 'gene,family,family_label\none_CDS_1,7,terL\none_CDS_2,fam2,\n');
      expect(labelled(cwd)).toEqual(['terL', 'fam2']);
      const text = read(cwd, 'data/families.ndjson').replace('fam2', 'holin');
      fs.writeFileSync(path.join(cwd, 'data/families.ndjson'), text);
      const table = 'gene,family,family_label\none_CDS_1,7,portal\none_CDS_2,fam2,\n';
      const { stdout } = await importWith(cwd, table, '--accept-renames');
      expect(stdout).toContain('Edited by hand, and kept: 1 field of 1 family label.\n');
      expect(labelled(cwd)).toEqual(['portal', 'holin']);
    });
  });

  test('keep their labels where another table is read, and where the table is gone', async () => {
    await inWorkFolder(async (cwd) => {
      await importWith(cwd, named);
      await writeFiles(cwd, { 'more.csv': 'gene,family\none_CDS_4,fam9\n' });
      await runWellInProcess(
        ['import', 'annotations', 'a.gbk', '--families', 'more.csv', '--accept-renames'],
        { cwd },
      );
      fs.rmSync(path.join(cwd, 'families.csv'));
      const { stdout } = await runWellInProcess(
        ['import', 'annotations', 'a.gbk', '--families', 'more.csv', '--prune'],
        { cwd },
      );
      expect(stdout).not.toContain('no input any more');
      expect(labelled(cwd).sort()).toEqual(['fam1', 'fam9']);
    });
  });

  test('keep their labels where the annotation file is as before, and not read again', async () => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, { 'a.gff': gff3Text, 'families.csv': 'MADE01_CDS_1,fam1\n' });
      const args = ['import', 'annotations', 'a.gff', '--families', 'families.csv'];
      await runWellInProcess(args, { cwd });
      const { stdout } = await runWellInProcess(args, { cwd });
      expect(stdout).toContain('(1 as before, and not read again)');
      expect(labelled(cwd)).toEqual(['fam1']);
    });
  });

  test('with two labels have the first, and a file of labels that no import wrote stays', async () => {
    await inWorkFolder(async (cwd) => {
      const own = '{"PhamID":7,"family_label":"mine"}\n';
      await writeFiles(cwd, { 'data/families.ndjson': own });
      const { stdout } = await importWith(
        cwd,
        'gene,family,family_label\none_CDS_1,7,terL\none_CDS_2,7,portal\n',
        '--verbose',
      );
      expect(stdout).toContain('families with several labels, of which they have the first: 1\n');
      expect(stdout).toContain(
        "labels of families left out, since families.ndjson is no import's: 1\n",
      );
      expect(read(cwd, 'data/families.ndjson')).toBe(own);
    });
  });
});

test('a label that is none is refused with its line', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'data/phages/a.ndjson': asLines([tinyPhage('One')]),
      'data/genes/a.ndjson': asLines([tinyGene('One', 1)]),
      'data/families.ndjson':
        '{"PhamID":1,"family_label":"a"}\n{"PhamID":1,"family_label":"b"}\n{"PhamID":"2"}\n',
    });
    const { status, stderr } = await runInProcess(['check'], { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain(
      'data/families.ndjson:2: expected one label for each family, found a second one of 1 [schema]',
    );
    expect(stderr).toContain('data/families.ndjson:3: expected a PhamID and its label');
  });
});
