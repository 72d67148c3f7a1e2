/** What families are called in a table is kept as their labels, from the import to the site's pages. */
import { describe, expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';

const less = ['--no-gene-files', '--no-bulk', '--quiet', '--allow', 'null-value'];
less.push('--allow', 'gene-length');

async function importWith(lab: Lab, table: string, ...more: string[]) {
  await lab.write({ 'a.gbk': genbankText, 'families.csv': table });
  const args = ['import', 'annotations', 'a.gbk', '--families', 'families.csv'];
  return lab.run(...args, ...more);
}

const labelsIn = (lab: Lab) =>
  lab
    .text('data/families.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { PhamID: number; family_label: string });
const labelled = (lab: Lab) => labelsIn(lab).map(({ family_label: label }) => label);

const named = 'gene,family\none_CDS_1,fam1\none_CDS_2,fam1\none_CDS_3,38\n';

describe('families that have names', () => {
  test('have them on the site, whose pages find them', async (lab) => {
    await importWith(lab, named);
    const [label, ...others] = labelsIn(lab);
    expect([label?.family_label, others]).toEqual(['fam1', []]);
    const genes = lab.text('data/genes/one.ndjson');
    expect(genes).toContain(`"PhamID":{"PhamID":${label?.PhamID},`);
    await lab.run('build', ...less);
    expect(lab.json('dist/web/labels.json')).toEqual({
      id: [label?.PhamID],
      label: ['fam1'],
    });
    expect(lab.json('dist/release.json')).toMatchObject({ family_labels: true });
    await lab.run('verify', 'dist', '--quiet');
    // Another label alone is another site.
    lab.edit('data/families.ndjson', 'fam1', 'Lysin_A');
    await lab.run('build', ...less);
    expect(lab.text('dist/web/labels.json')).toContain('"label":["Lysin_A"]');
    await lab.write({ 'dist/web/labels.json': '{"id":[1],"label":["of no family"]}\n' });
    const { stdout } = await lab.ends(1, 'verify', 'dist');
    expect(stdout).toContain('labels.json');
  });

  test('can have other labels, by a column or by hand, which a later import keeps', async (lab) => {
    await importWith(lab, 'gene,family,family_label\none_CDS_1,7,terL\none_CDS_2,fam2,\n');
    expect(labelled(lab)).toEqual(['terL', 'fam2']);
    lab.edit('data/families.ndjson', 'fam2', 'holin');
    const table = 'gene,family,family_label\none_CDS_1,7,portal\none_CDS_2,fam2,\n';
    const { stdout } = await importWith(lab, table, '--accept-renames');
    expect(stdout).toContain('Edited by hand, and kept: 1 field of 1 family label.\n');
    expect(labelled(lab)).toEqual(['portal', 'holin']);
  });

  test('keep their labels where another table is read, and where the table is gone', async (lab) => {
    await importWith(lab, named);
    await lab.write({ 'more.csv': 'gene,family\none_CDS_4,fam9\n' });
    await lab.run('import', 'annotations', 'a.gbk', '--families', 'more.csv', '--accept-renames');
    lab.remove('families.csv');
    const { stdout } = await lab.run(
      'import',
      'annotations',
      'a.gbk',
      '--families',
      'more.csv',
      '--prune',
    );
    expect(stdout).not.toContain('no input any more');
    expect(labelled(lab).sort()).toEqual(['fam1', 'fam9']);
  });

  test('keep their labels where the annotation file is as before, and not read again', async (lab) => {
    await lab.write({ 'a.gff': gff3Text, 'families.csv': 'MADE01_CDS_1,fam1\n' });
    const args = ['import', 'annotations', 'a.gff', '--families', 'families.csv'];
    await lab.run(...args);
    const { stdout } = await lab.run(...args);
    expect(stdout).toContain('(1 as before, and not read again)');
    expect(labelled(lab)).toEqual(['fam1']);
  });

  test('with two labels have the first, and a file of labels that no import wrote stays', async (lab) => {
    const own = '{"PhamID":7,"family_label":"mine"}\n';
    await lab.write({ 'data/families.ndjson': own });
    const { stdout } = await importWith(
      lab,
      'gene,family,family_label\none_CDS_1,7,terL\none_CDS_2,7,portal\n',
      '--verbose',
    );
    expect(stdout).toContain('families with several labels, of which they have the first: 1\n');
    expect(stdout).toContain(
      "labels of families left out, since families.ndjson is no import's: 1\n",
    );
    expect(lab.text('data/families.ndjson')).toBe(own);
  });
});

test('a label that is none is refused with its line', async (lab) => {
  await lab.write({
    'data/phages/a.ndjson': asLines([tinyPhage('One')]),
    'data/genes/a.ndjson': asLines([tinyGene('One', 1)]),
    'data/families.ndjson':
      '{"PhamID":1,"family_label":"a"}\n{"PhamID":1,"family_label":"b"}\n{"PhamID":"2"}\n',
  });
  const { stderr } = await lab.ends(1, 'check');
  expect(stderr).toContain(
    'data/families.ndjson:2: expected one label for each family, found a second one of 1 [schema]',
  );
  expect(stderr).toContain('data/families.ndjson:3: expected a PhamID and its label');
});

test('families whose numbers change from run to run keep those of the site before, with --families-from', async (lab) => {
  const table = (...families: number[]) =>
    `gene,family\n${families.map((family, at) => `one_CDS_${at + 1},${family}\n`).join('')}`;
  const numbers = () =>
    lab
      .records('genes/one.ndjson')
      .map((gene) => (gene as { PhamID: { PhamID: number } }).PhamID.PhamID);
  await importWith(lab, table(4, 4, 5));
  await lab.run('build', ...less);
  const before = numbers();
  // The same families, numbered anew.
  await importWith(lab, table(9, 9, 4), '--families-from', 'dist');
  expect(numbers()).toEqual(before);
  const byNumber = 'phage,gene,family\none,1,9\none,2,9\none,3,4\n';
  await importWith(lab, byNumber, '--families-from', 'dist');
  expect(numbers()).toEqual(before);
  await lab.run('build', ...less, '--out', 'next');
  expect((await lab.run('diff', 'dist', 'next')).stdout).toMatch('genes: no changes');
  const from = ['import', 'annotations', 'a.gbk', '--families-from'];
  const { stderr } = await lab.ends(2, ...from, 'dist');
  expect(stderr).toMatch('--families-from is for the families of --families');
  const none = await lab.ends(1, ...from, 'data', '--families', 'families.csv');
  expect(none.stderr).toMatch('data is no site of phagepress');
});
