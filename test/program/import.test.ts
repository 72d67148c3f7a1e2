/** `phagepress import annotations`: from files of annotation programs to a site, and what stops it. */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { test } from './lab.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';

test('a folder of annotation files becomes data, and the command that is printed builds it', async (lab) => {
  await lab.write({
    'runs/made.gbk': genbankText,
    'runs/made.gff': gff3Text,
    'runs/summary.txt': 'no annotation\n',
    'runs/old/packed.gff.gz': gzipSync(gff3Text.replaceAll('MADE01', 'PACKED')),
  });
  const { stdout, stderr } = await lab.import('annotations', 'runs', '--date', '2026-11-22');
  expect(stderr).toBe('');
  expect(stdout)
    .toBe(`Imported 3 phages, 6 genes, 4 other features and 3 genomes from 2 files, in data.
Changed on the way:
  features of other types: 1
  organisms, of which the phage keeps the last words: 1
  functions from /note, since genes have no product: 2
  genes without a family, now in one by their translation: 6
  pseudogenes taken as genes: 1
  translations made from the genome: 4
Not taken:
  genes with no whole codon: 1
    runs/made.gbk:53: MADE02_CDS_1
Taken, but please check:
  phages with the genome of another one: 2
    runs/made.gbk:44: MADE02, which has the genome of one
    runs/old/packed.gff.gz:3: PACKED, which has the genome of one
  genes that begin with no start codon: 1
    runs/old/packed.gff.gz:4: PACKED_CDS_2
Not taken, since records have no field for it:
  LOCUS: molecule, topology, division and date: 2
  DEFINITION: 2
  SOURCE: 2
  VERSION: 2
  the parts of joined places: 2
  /anticodon: 2
  ACCESSION: 1
  /db_xref: 1
  /inference: 1
  ends that are open (< or >): 1
  /ribosomal_slippage: 1
  the column source: 4
  descriptions of sequences: 1
  /ID: 4
  /tag_peptide: 1
  /Dbxref: 1
Not read:
  runs/made.gff: the GenBank file beside it says the same, and the proteins
  runs/summary.txt: no GenBank or GFF3 file
Each of them is listed with --verbose.
Next: phagepress build --data data --allow gene-length --allow null-value
`);
  const next = /Next: phagepress (.*)/.exec(stdout)?.[1] ?? '';
  await lab.run(...next.split(' '));
  const gene = lab.json('dist/api/genes/one_CDS_1/index.json');
  expect(gene).toMatchObject({ GeneID: 'one_CDS_1', Translation: 'MAR', LocusTag: 'M_1' });
  await lab.run('verify', 'dist');
});

test('the same again changes nothing; another input only what comes from it', async (lab) => {
  await lab.write({ 'a.gbk': genbankText, 'b.gff': gff3Text });
  await lab.import('annotations', 'a.gbk', 'b.gff');
  const before = await lab.tree('data');
  const again = await lab.import('annotations', 'a.gbk', 'b.gff');
  expect(again.stdout).toMatch(/^Unchanged: 3 phages/);
  expect(await lab.tree('data')).toEqual(before);
  await lab.write({ 'b.gff': gff3Text.replace('product=plain', 'product=other') });
  await lab.import('annotations', 'b.gff');
  const after = await lab.tree('data');
  const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
  expect(changed.sort()).toEqual([
    '.imported/genes/MADE01.ndjson',
    '.imported/inputs.ndjson',
    'genes/MADE01.ndjson',
    'provenance.json',
  ]);
});

test('files that another input wrote are replaced, which is counted', async (lab) => {
  await lab.write({ 'a.gff': gff3Text, 'b.gff': gff3Text });
  const first = await lab.import('annotations', 'a.gff');
  expect(first.stdout).not.toContain('replaced');
  expect((await lab.import('annotations', 'a.gff')).stdout).not.toContain('replaced');
  const { stdout } = await lab.import('annotations', 'b.gff', '--verbose');
  expect(stdout).toMatch(/^ {2}files of other inputs replaced: 3\n.*b\.gff:\d+/ms);
  expect((await lab.import('annotations', 'b.gff')).stdout).not.toContain('replaced');
});

test('a phage that an input no longer has goes away with its files', async (lab) => {
  await lab.write({ 'a.gbk': genbankText });
  await lab.import('annotations', 'a.gbk');
  expect(lab.names('data/phages')).toEqual(['MADE02.json', 'one.json']);
  await lab.write({
    'a.gbk': genbankText.slice(0, genbankText.indexOf('LOCUS       MADE02')),
  });
  await lab.import('annotations', 'a.gbk', '--accept-renames');
  expect(lab.names('data/phages')).toEqual(['one.json']);
});

test('names and families come from tables', async (lab) => {
  await lab.write({
    'a.gbk': genbankText,
    'names.csv': 'sequence,phage\nMADE01,Quillon\n"MADE02","Second One"\nMADE03,Third\n',
    'families.tsv': 'Quillon_CDS_2\tM_1\nQuillon_CDS_2\tQuillon_CDS_2\nother\tM_999\n\tM_2\n',
  });
  const tables = ['--names', 'names.csv', '--families', 'families.tsv', '--verbose'];
  const { stdout } = await lab.import('annotations', 'a.gbk', ...tables);
  expect(stdout).toContain(
    '  names of --names that are those of no sequence: 1\n    names.csv:4: MADE03\n',
  );
  expect(stdout).toContain(
    '  names of --families that are those of no gene: 1\n    families.tsv:3: M_999\n',
  );
  expect(stdout).toContain('  genes without a family in --families: 1\n    families.tsv:4: M_2\n');
  const lines = lab.text('data/genes/Quillon.ndjson').trim().split('\n');
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first.PhamID).toEqual(second.PhamID);
  expect(first.PhamID.Color).not.toBe('#FFFFFF');
  expect(lab.has('data/phages/Second_One.json')).toBe(true);
});

const cut = (text: string) => text.slice(0, text.lastIndexOf('//'));

test.for<[string, Record<string, string | Uint8Array>, string, string]>([
  ['a truncated record', { 'a.gbk': cut(genbankText) }, 'a.gbk:', 'found the end of the file'],
  [
    'a feature outside its sequence',
    { 'a.gbk': genbankText.replace('4..12,20..31', '4..12,20..61') },
    'a.gbk:',
    'expected a feature within the 60 bases of one, found a CDS that ends at 61',
  ],
  [
    'a feature beyond the length that stands in LOCUS',
    { 'a.gbk': genbankText.replace('4..12,20..31', '4..12,20..61').replace(/^ORIGIN[^/]*/m, '') },
    'a.gbk:',
    'expected a feature within the 60 bases of one, found a CDS that ends at 61',
  ],
  [
    'two records of one name',
    { 'a.gff': gff3Text, 'b.gff': gff3Text.replace(/(?<=>MADE01.*\n)A/, 'C') },
    'b.gff:3:',
    'expected each phage once, found MADE01, as in a.gff:3',
  ],
  [
    'a GFF3 file without its sequence',
    { 'a.gff': gff3Text.slice(0, gff3Text.indexOf('##FASTA')) },
    'a.gff:3:',
    'expected the sequence of MADE01: behind ##FASTA, or in a FASTA file of the same name beside this one, found none',
  ],
  [
    'a binary file',
    { 'a.gbk': Buffer.alloc(5000, 7) },
    'a.gbk:1:',
    'expected a GenBank or GFF3 file, found neither',
  ],
  [
    'a name that leads out',
    { 'a.gff': gff3Text.replaceAll('MADE01', '../x') },
    'a.gff:3:',
    "expected a name for the phage, found '.._x', which begins with a dot\n  hint: Name it with --names",
  ],
  [
    'an endless line in a small gzip file',
    {
      'a.gff.gz': gzipSync(
        Buffer.concat([Buffer.from('##gff-version 3\n'), Buffer.alloc(80 << 20, 'A')]),
      ),
    },
    'a.gff.gz:2:',
    'expected text, found a line of more than 1048576 bytes',
  ],
  [
    'a gzip file that is cut',
    { 'a.gff.gz': gzipSync(gff3Text.repeat(50)).subarray(0, 200) },
    'a.gff.gz:1:',
    'expected a whole gzip file',
  ],
])('%s is located, and the data stays as it was', async ([, files, place, message], { lab }) => {
  await lab.write({ 'good.gff': gff3Text.replaceAll('MADE01', 'GOOD'), ...files });
  await lab.import('annotations', 'good.gff');
  const before = await lab.tree();
  const { stdout, stderr } = await lab.ends(1, 'import', 'annotations', ...Object.keys(files));
  expect(stdout).toBe('');
  expect(stderr.startsWith(place), stderr).toBe(true);
  expect(stderr).toContain(message);
  expect(stderr).toContain('Nothing was imported: the data folder is as it was.');
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(await lab.tree()).toEqual(before);
});

test.for<[string[], number, string]>([
  [['nowhere.gbk'], 2, 'There is no file'],
  [['a.gff', '--data', 'a.gff'], 2, 'a.gff is no folder.\n  hint: Name another one with --data.'],
  [['a.gff', '--data', 'a.gff/data'], 2, 'a.gff is no folder.'],
  [['empty'], 1, 'Nothing to import in empty.'],
  [
    ['https://example.org/a.gbk'],
    2,
    'There is no file https://example.org/a.gbk.\n  hint: Imports read files: download it',
  ],
  [
    ['t.csv'],
    1,
    "found neither: it begins with 'phage,cluster'\n  hint: `phagepress import table <file>` reads it",
  ],
  [['none.gbk'], 1, 'found an empty file'],
  [['a.gff', '--names', 'none.gbk'], 1, 'none.gbk:1: expected two columns, found an empty table.'],
  [
    ['a.gff', '--families', 'none.gbk'],
    1,
    'none.gbk:1: expected two columns, found an empty table.',
  ],
  [['a.gff', '--names', 'empty'], 2, 'empty is a folder.'],
  [
    ['a.gff', '--names', 'three.csv'],
    1,
    "three.csv:1: expected two columns, found 3: 'a', 'b', 'c'.",
  ],
  [
    ['a.gff', '--names', 'half.csv'],
    1,
    "half.csv:1: expected a value in both columns, found 'a', ''.",
  ],
  [
    ['a.gff', '--names', 'twice.csv'],
    1,
    "twice.csv:2: expected one value for 'a', found 'b' and 'c'.",
  ],
  [['a.gff', '--families', 'nowhere.tsv'], 2, 'There is no file nowhere.tsv'],
])('%j ends with %i', async ([args, code, message], { cwd, lab }) => {
  await lab.write({
    'a.gff': gff3Text,
    'three.csv': 'a,b,c\n',
    'half.csv': 'a,\n',
    'twice.csv': 'a,b\na,c\n',
    't.csv': 'phage,cluster\nL5,A\n',
    'none.gbk': '',
  });
  fs.mkdirSync(path.join(cwd, 'empty'));
  const { stderr } = await lab.ends(code, 'import', 'annotations', ...args);
  expect(stderr).toContain(message);
  expect(lab.has('data')).toBe(false);
});

// Of its rows those that the GenBank record of the same phage has, too.
const gff3Form = gff3Text.replaceAll('MADE01', 'one').replaceAll(/^.*\bID=(?:c2|m1);.*\n/gm, '');
const withoutFasta = gff3Text.slice(0, gff3Text.indexOf('##FASTA'));

test.for<[string, Record<string, string>]>([
  [
    'single/MADE01.gbk',
    { 'out/single/MADE01.gbk': genbankText.replace('through the origin', 'elsewhere') },
  ],
  ...[
    ['a gene that the GenBank record has not', 'CDS\t19\t30\t.\t+'],
    ['a tRNA that it has not', 'tRNA\t19\t30\t.\t+'],
    ['a gene without a strand', 'CDS\t1\t9\t.\t.'],
  ].map(([, row]): [string, Record<string, string>] => [
    'single/one.gff',
    { 'out/single/one.gff': gff3Form.replace('##FASTA', `one\tmade\t${row}\t0\tID=more\n##FASTA`) },
  ]),
])(
  'of two annotations of one genome the first is taken: not %s, which says more',
  async ([file, files], { lab }) => {
    await lab.write({ 'out/made.gbk': genbankText, ...files });
    const { stdout } = await lab.import('annotations', 'out');
    expect(stdout).toMatch(/^Imported 2 phages, 4 genes/);
    expect(stdout).toContain(
      `Not read:\n  out/${file}: it has the genome of one, as in out/made.gbk:1; to take this one, ` +
        'name it before the others; to take both, name one otherwise with --names\n',
    );
    if (Object.values(files).some((text) => text.includes('\t.\t.\t0\tID=more'))) return;
    // The file that is named first is the one that is taken.
    const other = await lab.import('annotations', `out/${file}`, 'out', '--data', 'd');
    expect(other.stdout).toMatch(/Not read:\n {2}out\/made\.gbk: /);
  },
);

test('files that programs write beside the annotations are passed over, and named', async (lab) => {
  const [first = ''] = genbankText.split(/(?=LOCUS {7}MADE02)/);
  await lab.write({
    'out/made.gbk': genbankText,
    'out/made_minced.gff': '##gff-version 3\n',
    'out/trna.gff': withoutFasta,
    'out/single_gbks/MADE01.gbk': first,
    'out/single_gffs/one.gff': gff3Form,
  });
  const { stdout, stderr } = await lab.import('annotations', 'out');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Imported 2 phages, 4 genes, .* from 1 file, in data\.$/m);
  expect(stdout).toContain(`Not read:
  out/single_gbks/MADE01.gbk: a copy of one, as in out/made.gbk:1
  out/single_gffs/one.gff: a copy of one, as in out/made.gbk:1
  out/made_minced.gff: it has neither features nor a sequence
  out/trna.gff: it has no sequence; that of its features is in another file of the folder, which is read
`);
  // What only they say is counted nowhere else.
  expect(stdout).toContain('  DEFINITION: 2\n');
});

test.for<[string, Record<string, string | Uint8Array>, string]>([
  [
    'features of a sequence that no other file has',
    { 'out/made.gbk': genbankText, 'out/lost.gff': withoutFasta.replaceAll('MADE01', 'LOST') },
    'out/lost.gff:3: expected the sequence of LOST: behind ##FASTA, or in a FASTA file of the same name beside this one, found none',
  ],
  [
    'features of a sequence that another file has without any',
    {
      'out/bare.gff': `##gff-version 3\n${gff3Text.slice(gff3Text.indexOf('##FASTA'))}`,
      'out/lost.gff': withoutFasta,
    },
    'out/lost.gff:3: expected the sequence of MADE01',
  ],
  [
    'features of a sequence of another folder',
    { 'out/made.gbk': genbankText, 'other/lost.gff': withoutFasta },
    'other/lost.gff:3: expected the sequence of MADE01',
  ],
  [
    'a file that is not what its name says',
    { 'out/made.gbk': genbankText, 'out/other.gbk': Buffer.alloc(5000, 7) },
    'out/other.gbk:1: expected a GenBank or GFF3 file, found neither',
  ],
])('in a folder, too, %s ends the import', async ([, files, said], { lab }) => {
  await lab.write(files);
  const { stdout, stderr } = await lab.ends(1, 'import', 'annotations', '.');
  expect(stdout).toBe('');
  expect(stderr).toContain(said);
  expect(lab.has('data')).toBe(false);
});

test.for<[string, string]>([
  ['proteins, as PhaMMSeqs writes it', 'MADE01\tpham_7\tMAR\nMADE01\tpham_7\tMAV\n'],
  ['proteins with stops at their ends', 'MADE01\tpham_7\tMAR*\nMADE01\tpham_7\tMAV*\n'],
  ['genes and families, none of them twice', 'one_CDS_1\tA\none_CDS_4\tB\n'],
  ['families and genes, none of them twice', 'A\tone_CDS_1\nB\tone_CDS_4\n'],
])('a table of families may be one of %s', async ([, table], { lab }) => {
  await lab.write({ 'a.gbk': genbankText, 'families.tsv': table });
  const families = ['--families', 'families.tsv'];
  const { stdout } = await lab.import('annotations', 'a.gbk', ...families);
  expect(stdout).not.toContain('names of --families');
  // Two of the four genes are in the table.
  expect(stdout).toContain('genes without a family, now in one by their translation: 2\n');
});

test('what is left out is shown with its place; long lists only with --verbose', async (lab) => {
  const rows = Array.from({ length: 5 }, (_, at) => `other\tM_${at + 900}\n`).join('');
  await lab.write({ 'a.gbk': genbankText, 'families.tsv': rows });
  const args = ['a.gbk', '--families', 'families.tsv'];
  const { stdout } = await lab.import('annotations', ...args);
  expect(stdout).toContain(`  names of --families that are those of no gene: 5
    families.tsv:1: M_900
    families.tsv:2: M_901
    families.tsv:3: M_902
    … and 2 more
`);
  const verbose = await lab.import('annotations', ...args, '--verbose');
  expect(verbose.stdout).toContain('    families.tsv:5: M_904\n');
  expect(verbose.stdout).not.toContain('more');
});

test('provenance names each file that was read, and no other', async (lab) => {
  const own = gff3Text.replaceAll('MADE01', 'OWN');
  await lab.write({
    'own.gff': own,
    'own.fna': own.slice(own.indexOf('>OWN')),
    'apart.gff': withoutFasta,
    'apart.fna': gff3Text.slice(gff3Text.indexOf('>MADE01')),
    'names.tsv': 'OWN\tQuillon\n',
  });
  const args = ['import', 'annotations', 'own.gff', 'apart.gff', '--names', 'names.tsv'];
  await lab.run(...args, '--date', '2026-11-23');
  const read = () =>
    lab.json('data/provenance.json') as {
      inputs: Record<string, object>;
      files: Record<string, { inputs: string[] }>;
    };
  const { inputs, files } = read();
  const names = ['../apart.fna', '../apart.gff', '../names.tsv', '../own.gff'];
  expect(Object.keys(inputs)).toEqual(names);
  expect(files['genes/Quillon.ndjson']?.inputs).toEqual(['../own.gff', '../names.tsv']);
  const apart = ['../apart.gff', '../apart.fna', '../names.tsv'];
  expect(files['genomes/MADE01.fasta']?.inputs).toEqual(apart);
});
