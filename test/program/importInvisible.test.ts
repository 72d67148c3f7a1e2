/** Signs that nobody sees, such as blanks without width, in what `phagepress import` reads. */
import { expect } from 'vitest';
import { test } from './lab.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { spreadsheet, textRows } from '../unit/importing/spreadsheets.ts';

const said =
  '  texts with signs that nobody sees (soft hyphens, blanks without width or break), now without: ';

test.for<[string, string | Uint8Array]>([
  ['csv', '\uFEFFphage,cluster\uFEFF,town\none\u200B,A\u00AD\u202E,\u2068Bad\u00A0Bern\nlate,B,\n'],
  [
    'xlsx',
    spreadsheet([
      { name: 'Phages', rows: textRows(['phage', 'cluster'], ['one\u200B', '\uFEFFA\u00AD']) },
    ]),
  ],
])(
  'a table as %s has names without them, and the report counts where',
  async ([kind, table], { lab }) => {
    const file = `t.${kind}`;
    await lab.write({ 'a.gbk': genbankText, [file]: table });
    await lab.import('annotations', 'a.gbk');
    const { stdout } = await lab.import('table', file);
    expect(stdout).toContain(`${said}2\n`);
    expect(lab.json('data/phages/one.json').pcluster).toEqual({ cluster: 'A', temperate: false });
    expect(lab.records('genes/one.ndjson')[0]?.PhageID.Cluster).toBe('A');
    if (kind === 'csv') expect(lab.json('data/phages/one.json').found_city).toBe('Bad Bern');
  },
);

test('annotations and the tables of names and families are read without them', async ({ lab }) => {
  await lab.write({
    'a.gbk': genbankText.replace('"through the', '"through\u200B the').replace('M_1', 'M\u00AD_1'),
    'b.gff': gff3Text
      .replace('product=plain', 'product=pl%E2%80%8Bain\u200B')
      .replaceAll('MADE01', 'B1'),
    'names.csv': 'B1,Bee\u2060\n',
    'families.csv': 'M_1,900\uFEFF\n',
  });
  const tables = ['--names', 'names.csv', '--families', 'families.csv', '--verbose'];
  const { stdout } = await lab.import('annotations', 'a.gbk', 'b.gff', ...tables);
  expect(stdout).toContain(`${said}5\n`);
  for (const place of ['a.gbk:14: a line', 'b.gff:3: a line', 'names.csv:1: a text'])
    expect(stdout).toContain(`    ${place}\n`);
  const genes = lab.records('genes/one.ndjson');
  expect(genes[0]).toMatchObject({ LocusTag: 'M_1', PhamID: { PhamID: 900 } });
  expect(genes.map(({ Notes }) => Notes)).toContain('through the origin');
  expect(lab.records('genes/Bee.ndjson')[0]).toMatchObject({ Notes: 'plain' });
});

test('--columns means the same headers with and without them', async ({ lab }) => {
  await lab.write({ 't.tsv': 'Lab\u00A0name\tTown\none\tBern\n' });
  await lab.import('table', 't.tsv', '--columns', 'Lab\u00A0name=phage_name,Town\u200B=');
  expect(lab.names('data/phages')).toEqual(['one.json']);
});

test('a name of a file that names a phage has none', async ({ lab }) => {
  await lab.write({ 'Bee\u200B.gff': gff3Text.replaceAll('MADE01', 'contig_1') });
  await lab.import('annotations', 'Bee\u200B.gff');
  expect(lab.names('data/phages')).toEqual(['Bee.json']);
});
