/** Signs that nobody sees, such as blanks without width, and entities of HTML in what `phagepress import` reads. */
import { expect } from 'vitest';
import { test } from './lab.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { spreadsheet, textRows } from '../unit/importing/spreadsheets.ts';

const said =
  '  texts with signs that nobody sees (soft hyphens, blanks without width or break) or entities (&gt;), now without: ';

test.for<[string, string | Uint8Array]>([
  ['csv', '\uFEFFphage,cluster\uFEFF,town\none\u200B,A\u00AD\u202E,\u2068Bad\u00A0Bern\nlate,B,\n'],
  [
    'xlsx',
    spreadsheet([
      { name: 'Phages', rows: textRows(['phage', 'cluster'], ['one\u200B', '\uFEFFA\u00AD']) },
    ]),
  ],
])('a table as %s has names without them, counted by place', async ([kind, table], { lab }) => {
  const file = `t.${kind}`;
  await lab.write({ 'a.gbk': genbankText, [file]: table });
  await lab.import('annotations', 'a.gbk');
  const { stdout } = await lab.import('table', file);
  expect(stdout).toContain(`${said}2\n`);
  expect(lab.json('data/phages/one.json').pcluster).toEqual({ cluster: 'A', temperate: false });
  expect(lab.records('genes/one.ndjson')[0]?.PhageID.Cluster).toBe('A');
  if (kind === 'csv') expect(lab.json('data/phages/one.json').found_city).toBe('Bad Bern');
});

test('annotations and the tables of names and families are read without them', async (lab) => {
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

const written = `3&#39;-5&#x27; &quot;A&quot; &amp; &lt;B&GT;&nbsp;&#160;&beta;-&Delta;&sigmaf;&ndash;&Prime; &uuml;&Eacute;&divide; &#10; &#xD800; &#9999999999; &foo; &foo; C&amp;lt;D&amp;quot;E&amp;beta;F`;
const read = `3'-5' "A" & <B>  β-Δς–″ üÉ÷ &#10; &#xD800; &#9999999999; &foo; &foo; C&lt;D&quot;E&beta;F`;

const kept = ['&#10;', '&#xD800;', '&#9999999999;', '&foo;'];
/** What is said of them in files, each once in a file. */
const keptOnce = (places: string[]) =>
  `for no known sign, and stay: ${kept.length * places.length}\n` +
  places.flatMap((at) => kept.map((one) => `    ${at}: ${one}\n`)).join('');

test('entities of HTML are what they stand for, unless they are unknown or control characters, which is said once', async (lab) => {
  const inGff = written.replace('&amp;', '%26amp%3B').replace('&#39;', '%26%2339%3B');
  await lab.write({
    // A quote at the end of a line does not end the text.
    'a.gbk': genbankText.replace('through the origin', written.replace(' &amp;', '\n &amp;')),
    'b.gff': gff3Text.replace('product=plain', `product=${inGff};note=x&#61;%3B`),
    't.csv': `phage,notes,city\none,${written},Bern &#34;X&#34;&#44; R&D; Y\n`,
    's.csv': 'phage;city;cluster\none;a &quot;B&quot; c&amp;lt;d\ntwo;x&amp;Co;A\n',
    't.tsv': `phage\tcity\n&quot;A&amp;B&quot;\t${written}\n`,
    't.xlsx': spreadsheet([
      {
        name: 'a',
        rows: textRows(['phage', 'city'], ['C&amp;D', written.replaceAll('&', '&amp;')]),
      },
    ]),
  });
  const { stdout } = await lab.import('annotations', 'a.gbk', 'b.gff');
  expect(stdout).toContain(`${said}3\n`);
  expect(stdout).toContain(keptOnce(['a.gbk:30', 'b.gff:3']));
  for (const name of ['one', 'MADE01'])
    expect(lab.records(`genes/${name}.ndjson`)).toContainEqual(
      expect.objectContaining({ Notes: read }),
    );
  for (const [table, at] of Object.entries({ 't.csv': 2, 't.tsv': 2, 't.xlsx': 2 })) {
    const of = await lab.import('table', table);
    expect(of.stdout).toContain(said);
    expect(of.stdout).toContain(keptOnce([`${table}:${at}`]));
  }
  expect(lab.json('data/phages/one.json')).toMatchObject({
    discovery_notes: read,
    found_city: 'Bern "X", R&D; Y',
  });
  await lab.import('table', 's.csv');
  expect(lab.json('data/phages/one.json').found_city).toBe('a "B" c&lt;d');
  expect(lab.json('data/phages/two.json')).toMatchObject({
    found_city: 'x&Co',
    pcluster: { cluster: 'A' },
  });
  for (const name of ['A&B', 'C&D'])
    expect(lab.json(`data/phages/${name}.json`)).toHaveProperty('found_city', read);
});

test('--columns means the same headers with and without them', async (lab) => {
  await lab.write({ 't.tsv': 'Lab\u00A0name\tTown\none\tBern\n' });
  await lab.import('table', 't.tsv', '--columns', 'Lab\u00A0name=phage_name,Town\u200B=');
  expect(lab.names('data/phages')).toEqual(['one.json']);
});

test('a name of a file that names a phage has none', async (lab) => {
  await lab.write({ 'Bee\u200B.gff': gff3Text.replaceAll('MADE01', 'contig_1') });
  await lab.import('annotations', 'Bee\u200B.gff');
  expect(lab.names('data/phages')).toEqual(['Bee.json']);
});
