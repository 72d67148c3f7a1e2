/** `phagepress import annotations`: from files of annotation programs to a site, and what stops it. */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { runCli, runWell } from './runCli.ts';
import { inWorkFolder, readTree, writeFiles } from './workFolder.ts';

const importInto = (cwd: string, ...args: string[]) =>
  runCli(['import', 'annotations', ...args], { cwd });

test('a folder of annotation files becomes data, and the command that is printed builds it', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'runs/made.gbk': genbankText,
      'runs/made.gff': gff3Text,
      'runs/summary.txt': 'no annotation\n',
      'runs/old/packed.gff.gz': gzipSync(gff3Text.replaceAll('MADE01', 'PACKED')),
    });
    const { status, stdout, stderr } = await importInto(cwd, 'runs', '--date', '2026-11-22');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout)
      .toBe(`Imported 3 phages, 6 genes, 4 other features and 3 genomes from 2 files, in data.
Changed on the way:
  features of other types: 1
  organisms, of which the phage keeps the last words: 1
  genes without a family, now in one by their translation: 6
  pseudogenes taken as genes: 1
  translations made from the genome: 4
Not taken:
  genes with no whole codon: 1
Not taken, since records have no field for it:
  LOCUS: molecule, topology, division and date: 2
  DEFINITION: 2
  SOURCE: 2
  VERSION: 2
  the parts of joined places: 2
  /anticodon: 2
  ACCESSION: 1
  /note: 2
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
    const built = await runCli(next.split(' '), { cwd });
    expect(built.status, built.stderr).toBe(0);
    const gene = JSON.parse(
      fs.readFileSync(path.join(cwd, 'dist/api/genes/one_CDS_1/index.json'), 'utf8'),
    );
    expect(gene).toMatchObject({ GeneID: 'one_CDS_1', Translation: 'MAR', LocusTag: 'M_1' });
    const verified = await runCli(['verify', 'dist'], { cwd });
    expect(verified.status, verified.stdout).toBe(0);
  });
});

test('the same again changes nothing; another input only what comes from it', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gbk': genbankText, 'b.gff': gff3Text });
    await runWell(['import', 'annotations', 'a.gbk', 'b.gff'], { cwd });
    const before = await readTree(path.join(cwd, 'data'));
    const again = await importInto(cwd, 'a.gbk', 'b.gff');
    expect(again.stdout).toMatch(/^Unchanged: 3 phages/);
    expect(await readTree(path.join(cwd, 'data'))).toEqual(before);
    await writeFiles(cwd, { 'b.gff': gff3Text.replace('product=plain', 'product=other') });
    await runWell(['import', 'annotations', 'b.gff'], { cwd });
    const after = await readTree(path.join(cwd, 'data'));
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(changed.sort()).toEqual(['genes/MADE01.ndjson', 'provenance.json']);
  });
});

test('files that another input wrote are replaced, which is counted', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': gff3Text, 'b.gff': gff3Text });
    const first = await importInto(cwd, 'a.gff');
    expect(first.stdout).not.toContain('replaced');
    expect((await importInto(cwd, 'a.gff')).stdout).not.toContain('replaced');
    const { stdout } = await importInto(cwd, 'b.gff', '--verbose');
    expect(stdout).toMatch(/^ {2}files of other inputs replaced: 3\n.*b\.gff:\d+/ms);
  });
});

test('a phage that an input no longer has goes away with its files', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gbk': genbankText });
    await runWell(['import', 'annotations', 'a.gbk'], { cwd });
    expect(fs.readdirSync(path.join(cwd, 'data/phages')).sort()).toEqual([
      'MADE02.json',
      'one.json',
    ]);
    await writeFiles(cwd, {
      'a.gbk': genbankText.slice(0, genbankText.indexOf('LOCUS       MADE02')),
    });
    await runWell(['import', 'annotations', 'a.gbk'], { cwd });
    expect(fs.readdirSync(path.join(cwd, 'data/phages'))).toEqual(['one.json']);
  });
});

test('names and families come from tables', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'a.gbk': genbankText,
      'names.csv': 'sequence,phage\nMADE01,Quillon\n"MADE02","Second One"\n',
      'families.tsv': 'Quillon_CDS_2\tM_1\nQuillon_CDS_2\tQuillon_CDS_2\nother\tM_999\n',
    });
    const tables = ['--names', 'names.csv', '--families', 'families.tsv', '--verbose'];
    const { stdout } = await runWell(['import', 'annotations', 'a.gbk', ...tables], { cwd });
    expect(stdout).toContain(
      '  names of --names that are those of no sequence: 1\n    names.csv:1: sequence\n',
    );
    expect(stdout).toContain(
      '  names of --families that are those of no gene: 1\n    families.tsv:3: M_999\n',
    );
    const lines = fs
      .readFileSync(path.join(cwd, 'data/genes/Quillon.ndjson'), 'utf8')
      .trim()
      .split('\n');
    const [first, second] = lines.map((line) => JSON.parse(line));
    expect(first.PhamID).toEqual(second.PhamID);
    expect(first.PhamID.Color).not.toBe('#FFFFFF');
    expect(fs.existsSync(path.join(cwd, 'data/phages/Second_One.json'))).toBe(true);
  });
});

const cut = (text: string) => text.slice(0, text.lastIndexOf('//'));

test.each([
  ['a truncated record', { 'a.gbk': cut(genbankText) }, 'a.gbk:', 'found the end of the file'],
  [
    'a feature outside its sequence',
    { 'a.gbk': genbankText.replace('4..12,20..31', '4..12,20..61') },
    'a.gbk:',
    'expected a feature within the 60 bases of one, found a CDS that ends at 61',
  ],
  [
    'two records of one name',
    { 'a.gff': gff3Text, 'b.gff': gff3Text },
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
    "expected a name for the phage, found '../x', which contains a slash or backslash",
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
])(
  '%s is located, and the data stays as it was',
  async (_, files: Record<string, string | Uint8Array>, place, message) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, { 'good.gff': gff3Text.replaceAll('MADE01', 'GOOD'), ...files });
      await runWell(['import', 'annotations', 'good.gff'], { cwd });
      const before = await readTree(cwd);
      const { status, stdout, stderr } = await importInto(cwd, ...Object.keys(files));
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr.startsWith(place), stderr).toBe(true);
      expect(stderr).toContain(message);
      expect(stderr).toContain('Nothing was imported: the data folder is as it was.');
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(await readTree(cwd)).toEqual(before);
    });
  },
);

test.each([
  [['nowhere.gbk'], 2, 'There is no file'],
  [['a.gff', '--data', 'a.gff'], 2, 'a.gff is no folder.\n  hint: Name another one with --data.'],
  [['a.gff', '--data', 'a.gff/data'], 2, 'a.gff is no folder.'],
  [['empty'], 1, 'Nothing to import in empty.'],
  [
    ['a.gff', '--names', 'three.csv'],
    1,
    "three.csv:1: expected two columns, found 3: 'a', 'b', 'c'.",
  ],
  [
    ['a.gff', '--names', 'twice.csv'],
    1,
    "twice.csv:2: expected one value for 'a', found 'b' and 'c'.",
  ],
  [['a.gff', '--families', 'nowhere.tsv'], 2, 'There is no file nowhere.tsv'],
])('%j ends with %i', async (args, code, message) => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': gff3Text, 'three.csv': 'a,b,c\n', 'twice.csv': 'a,b\na,c\n' });
    fs.mkdirSync(path.join(cwd, 'empty'));
    const { status, stderr } = await importInto(cwd, ...args);
    expect(stderr).toContain(message);
    expect(status).toBe(code);
    expect(fs.existsSync(path.join(cwd, 'data'))).toBe(false);
  });
});
