/** One bad file or entry does not stop a hundred good ones: what is refused, and the ways out of it. */
import path from 'node:path';
import { expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';

const phages = (lab: Lab) => lab.names('data/phages').map((file) => file.replace('.json', ''));
const phage = (lab: Lab, name: string): unknown => lab.json(`data/phages/${name}.json`);
const organism = (name: string) => genbankText.replace('Made phage one', `Made phage ${name}`);
const [rows = '', fasta = ''] = gff3Text.split('##FASTA\n');

test('--keep-going imports what has no faults, lists the rest and ends with 1', async (lab) => {
  await lab.write({
    'runs/a.gbk': genbankText.replace('4..12,20..31', '4..12,20..61'),
    'runs/b.gff': gff3Text.replace('\t4\t12\t', '\t4\tx\t'),
    'runs/c.gff': gff3Text.replaceAll('MADE01', 'GOOD'),
    'runs/d.gbk': organism('cut').slice(0, -4),
    'runs/e.gbk': 'no annotations\n',
  });
  const refused = await lab.ends(1, 'import', 'annotations', 'runs');
  expect(refused.stdout).toBe('');
  expect(refused.stderr).toMatch(
    /Nothing was imported: the data folder is as it was\.\n {2}hint: --keep-going imports the rest: 3 phages\.\n$/,
  );
  expect(lab.has('data')).toBe(false);
  const { stdout, stderr } = await lab.ends(1, 'import', 'annotations', 'runs', '--keep-going');
  expect(stdout).toContain('Imported 3 phages, ');
  expect(stderr.replaceAll(/(?<=:\d+: ).*/g, '…')).toBe(
    'runs/e.gbk:1: …\nruns/a.gbk:23: …\nruns/d.gbk:56: …\n  hint: If the file was cut off, get it again.\n' +
      'runs/b.gff:4: …\nThe rest was imported.\n',
  );
  expect(phages(lab)).toEqual(['GOOD', 'MADE02', 'cut']);
  const allowed = ['--allow', 'null-value', '--allow', 'gene-length'];
  const checked = await lab.run('check', '--data', 'data', ...allowed);
  expect(checked.stderr).not.toContain('error');
});

test('--keep-going leaves what a faulty file gave earlier, and without faults it ends with 0', async (lab) => {
  await lab.write({ 'a.gbk': genbankText, 'b.gff': gff3Text });
  const well = await lab.import('annotations', 'a.gbk', 'b.gff', '--keep-going');
  expect(well.stderr).toBe('');
  const before = await lab.tree('data');
  await lab.write({ 'a.gbk': genbankText.replace('4..12,20..31', '4..12,20..61') });
  const keepGoing = ['import', 'annotations', 'a.gbk', 'b.gff', '--keep-going'];
  const { stdout } = await lab.ends(1, ...keepGoing);
  expect(stdout).not.toContain('removed');
  const after = await lab.tree('data');
  const { 'provenance.json': _, ...files } = before;
  expect(after).toMatchObject(files);
  // If nothing is left, nothing is imported.
  await lab.write({ 'c.gbk': 'nothing\n' });
  const none = await lab.ends(1, 'import', 'annotations', 'c.gbk', '--keep-going');
  expect(none.stdout).toBe('');
  expect(none.stderr).toContain('Nothing was imported');
});

test('a name that no path can have becomes one, which is said, and which a table may use', async (lab) => {
  await lab.write({
    'a.gbk': organism('mu1/6'),
    'b.gff': gff3Text.replaceAll('MADE01', 'chr|1'),
    'genomic.gff': gff3Text.replaceAll('MADE01', 'gi|153916|gb|GQ451696.1|'),
    't.csv': 'phage,city\nmu1/6,Oslo\n',
  });
  const { stdout } = await lab.import('annotations', 'a.gbk', 'b.gff', 'genomic.gff');
  expect(phages(lab)).toEqual(['GQ451696.1', 'MADE02', 'chr_1', 'mu1_6']);
  expect(stdout)
    .toContain(`  names of phages that cannot be file names, now others (--names chooses them): 2
    a.gbk:1: mu1/6, now mu1_6
    b.gff:3: chr|1, now chr_1
`);
  await lab.import('table', 't.csv');
  expect(phage(lab, 'mu1_6')).toMatchObject({ phage_name: 'mu1_6', found_city: 'Oslo' });
});

test('an archived sequence has the name of its description, unless another phage has it', async (lab) => {
  const described = (accession: string) =>
    gff3Text
      .replaceAll('MADE01 a made phage', `MADE01 Made phage Zed, complete`)
      .replaceAll('MADE01', accession);
  await lab.write({
    'a/genomic.gff': described('MW460250'),
    'b/genomic.gff': described('MW460251'),
  });
  const { stdout } = await lab.import('annotations', 'a', 'b');
  expect(phages(lab)).toEqual(['MW460251', 'Zed']);
  expect(stdout).toContain(
    '  accessions as names, since another phage has the name of their descriptions: 1\n' +
      '    b/genomic.gff:3: MW460251 (Zed)\n',
  );
  expect(phage(lab, 'Zed')).toMatchObject({ archive_accession: 'MW460250' });
  // Once they have names, these stay.
  lab.edit('a/genomic.gff', 'phage Zed', 'phage Other');
  lab.edit('b/genomic.gff', 'phage Zed', 'phage Free');
  await lab.import('annotations', 'b');
  expect(phages(lab)).toEqual(['MW460251', 'Zed']);
});

test('of a GenBank record and its copy in RefSeq the first is taken, unless the other is named first', async (lab) => {
  const record = (accession: string, product: string) =>
    organism('Cooper')
      .replaceAll('MADE01', accession)
      .replace('through the origin', product)
      .replace(/LOCUS {7}MADE02[^]*/, '');
  await lab.write({
    'runs/A.gb': record('NC_008195', 'of RefSeq'),
    'runs/Z.gb': record('DQ398044', 'of GenBank'),
    'names.csv': 'NC_008195,Cooper_RefSeq\n',
  });
  const notes = () => JSON.stringify(lab.records('genes/Cooper.ndjson'));
  const { stdout } = await lab.import('annotations', 'runs');
  expect(notes()).toContain('of GenBank');
  expect(stdout).toContain('  runs/A.gb: it has the genome of Cooper, as in runs/Z.gb:1; to take');
  await lab.import('annotations', 'runs/A.gb', 'runs');
  expect(notes()).toContain('of RefSeq');
  await lab.import('annotations', 'runs', '--names', 'names.csv', '--accept-renames');
  expect(phages(lab)).toEqual(['Cooper', 'Cooper_RefSeq']);
  // Another genome of that name is a fault.
  await lab.write({
    'runs/A.gb': record('NC_008195', 'x').replace('atggcacgta', 'atggcacgtt'),
  });
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'runs');
  expect(stderr).toContain(
    '  hint: Name one of them otherwise with --names, or leave its file out.\n',
  );
});

test('two phages of one file, or whose names differ by case, are no copies', async (lab) => {
  await lab.write({
    'a.gbk': organism('phi').repeat(2),
    'b.gbk': organism('phi'),
    'c.gbk': organism('Phi').replace('atggcacgta', 'atggcacgtt'),
  });
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gbk');
  expect(stderr).toMatch(/^a\.gbk:58: expected each phage once, found phi, as in a\.gbk:1\n/);
  const other = await lab.ends(1, 'import', 'annotations', 'b.gbk', 'c.gbk');
  expect(other.stderr).toMatch(/^c\.gbk:1: expected each phage once, found Phi, as in b\.gbk:1\n/);
});

test('a genome that two phages have is told', async (lab) => {
  await lab.write({ 'a.gff': gff3Text, 'b.gbk': organism('two') });
  const { stdout } = await lab.import('annotations', 'a.gff', 'b.gbk');
  expect(stdout).toContain(
    '  phages with the genome of another one: 2\n    b.gbk:1: two, which has the genome of MADE01\n',
  );
  // Also if it came with another import.
  await lab.write({ 'c.gbk': organism('three') });
  const later = await lab.import('annotations', 'c.gbk');
  expect(later.stdout).toContain('c.gbk:1: three, which has the genome of ');
  expect((await lab.import('annotations', 'c.gbk')).stdout).toContain('three, which has');
});

test('a phage that was cut out of a longer sequence has no accession', async (lab) => {
  const whole = organism('one').replaceAll(/(?<=^(?:ACCESSION|VERSION) +)\S+/gm, 'NC_002655');
  await lab.write({ 'a.gbk': whole.replace('NC_002655', 'NC_002655 REGION: 101..160') });
  const { stdout } = await lab.import('annotations', 'a.gbk');
  expect(stdout).toContain('not theirs: 1\n    a.gbk:1: one, of NC_002655\n');
  expect(phage(lab, 'one')).toMatchObject({ archive_accession: '', in_archive: false });
});

test('a phage without any feature is listed to check', async (lab) => {
  await lab.write({ 'a.gff': rows, 'a.fna': `${fasta}>bare\nACGT\n` });
  const { stdout } = await lab.import('annotations', 'a.gff');
  expect(stdout).toContain('since they have no features: 1\n    a.gff:3: bare\n');
});

test('the FASTA file of a GFF3 file may be the only one of its folder, and have names of its own', async (lab) => {
  const named = (text: string, name: string) => text.replaceAll('MADE01', name);
  await lab.write({
    'ncbi/data/GCF_1/genomic.gff': named(rows, 'NC_1.1'),
    'ncbi/data/GCF_1/GCF_1_ASM1_genomic.fna': named(fasta, 'NC_1.1'),
    'ncbi/data/GCF_1/cds_from_genomic.fna': '>x\nACGT\n',
    'bvbrc/10.3.PATRIC.gff': named(rows, 'accn|NC_2'),
    'bvbrc/10.3.fna': named(fasta, 'NC_2'),
    'bvbrc/10.4.fna': named(fasta, 'NC_4'),
  });
  const { stdout } = await lab.import('annotations', 'ncbi', 'bvbrc');
  expect(stdout).toContain('Imported 2 phages, 4 genes, 4 other features and 2 genomes');
  expect(stdout).toContain(`Not read:
  ncbi/data/GCF_1/cds_from_genomic.fna: no GenBank or GFF3 file
  bvbrc/10.4.fna: no GenBank or GFF3 file
`);
  expect(phages(lab)).toEqual(['NC_1.1', 'NC_2']);
  await lab.write({ 'bvbrc/10.3.fna': named(fasta, 'other') });
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'bvbrc');
  expect(stderr).toContain(
    "beside this one, found only 'other' in 10.3.fna\n  hint: If one of these is the sequence, give it the same name in both files.\n",
  );
});

test('a file of another kind is named as what it is, with what to do', async (lab) => {
  await lab.write({
    'dump.sql': '-- MySQL dump 10.13\nCREATE TABLE `gene` (`a` int);\n',
    'runs/a.zip': 'PK\u0003\u0004',
    'runs/b.gff': gff3Text,
    'runs/c.gbk': '<!DOCTYPE html>\n',
  });
  const given = await lab.ends(1, 'init', 'site', '--from', 'dump.sql');
  expect(given.stderr).toContain(
    'dump.sql:1: expected a GenBank or GFF3 file, found the dump of a database (SQL)\n' +
      '  hint: If it is one of Phamerator, `phagepress import phamerator <file>` reads it.\n',
  );
  const { stdout, stderr } = await lab.ends(1, 'import', 'annotations', 'runs', '--keep-going');
  expect(stderr).toContain(
    'runs/c.gbk:1: expected a GenBank or GFF3 file, found a web page (HTML)\n',
  );
  expect(stdout).toContain(
    '  runs/a.zip: no GenBank or GFF3 file, but a zip archive. Unpack it, and import the folder or the files.\n',
  );
});

test('a phage is named after its file if its sequence has an accession, which it keeps', async (lab) => {
  await lab.write({ 'SAOMS1.gff': gff3Text.replaceAll('MADE01', 'NC_051700.1') });
  const { stdout } = await lab.import('annotations', 'SAOMS1.gff');
  expect(stdout).toContain('  names of sequences, now those of their files: 1\n');
  expect(phage(lab, 'SAOMS1')).toMatchObject({
    phage_name: 'SAOMS1',
    in_archive: true,
    archive_accession: 'NC_051700.1',
  });
  expect(stdout).not.toContain('file of a program');
});

test('names of --names are no words for none, and those that may have been changed are listed to check', async (lab) => {
  await lab.write({
    'a.gff': gff3Text,
    'n.csv': 'MADE01,1-Mar\n',
    'none.csv': 'x,L5\nMADE01,N/A\n',
  });
  const { stdout } = await lab.import('annotations', 'a.gff', '--names', 'n.csv');
  expect(stdout).toContain('a spreadsheet may have changed: 1\n    a.gff:3: 1-Mar\n');
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gff', '--names', 'none.csv');
  expect(stderr).toContain(
    "expected a name for the phage, found 'N/A', which says that it has none",
  );
});

test.for(['run/pharokka.gff', 'run/sequence.gff', 'run/contigs.gff3'])(
  'a phage that has only the name that programs give their files is listed to check: %s',
  async (file, { lab }) => {
    await lab.write({ [file]: gff3Text.replaceAll('MADE01', 'contig_1') });
    const { stdout } = await lab.import('annotations', 'run');
    const stem = path.parse(file).name;
    expect(stdout).toContain(
      `  phages named after the file of a program (--names chooses): 1\n    ${file}:3: ${stem}\n`,
    );
  },
);

test('phages that have only the names that assemblers give sequences are listed to check', async (lab) => {
  const text = genbankText.replaceAll('MADE0', 'contig_').replace('Made phage one', 'soil');
  await lab.write({ 'L5.gbk': text });
  const { stdout } = await lab.import('annotations', 'L5.gbk');
  expect(stdout).toContain(
    '  phages with a name that programs give (--names chooses): 2\n    L5.gbk:1: contig_1\n    L5.gbk:44: contig_2\n',
  );
});
