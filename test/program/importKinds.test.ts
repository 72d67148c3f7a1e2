/** `phagepress import annotations`: what it records of its inputs, its options, and files as several programs write them. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { test } from './lab.ts';
import { genbankText, gff3Text, phanotateText, prokkaText } from '../readers/annotatedFiles.ts';
import { programSaid } from '../integration/importedData.ts';

test('inputs are recorded as they are, with the program and the day that is said', async (lab) => {
  const packed = gzipSync(gff3Text.replaceAll('MADE01', 'PACKED'));
  await lab.write({ 'runs/a.gbk': genbankText, 'runs/b.gff.gz': packed });
  // Then the times of the files show that they were not changed since: their hashes are made while they are read.
  await setTimeout(50);
  await lab.import('annotations', 'runs', '--date', '2026-11-22');
  const { inputs, files } = lab.json('data/provenance.json');
  const said = (bytes: Uint8Array | string) => ({
    kind: 'annotations',
    bytes: Buffer.byteLength(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    program: programSaid,
    date: '2026-11-22',
  });
  expect(inputs).toEqual({
    '../runs/a.gbk': said(genbankText),
    '../runs/b.gff.gz': said(packed),
  });
  const genes = lab.bytes('data/genes/PACKED.ndjson');
  const { bytes, sha256 } = said(genes);
  expect(files['genes/PACKED.ndjson']).toMatchObject({
    bytes,
    sha256,
    inputs: ['../runs/b.gff.gz'],
  });
  expect(files['genes/one.ndjson']).toMatchObject({ inputs: ['../runs/a.gbk'] });
});

test('options before the kind of input count, unless it has others behind it', async (lab) => {
  await lab.write({ 'a.gbk': genbankText });
  const dateAfter = async (...words: string[]) => {
    const { stdout } = await lab.import('--date', '2026-11-22', ...words);
    return [lab.json('data/provenance.json').inputs['../a.gbk'].date, stdout.includes('--verbose')];
  };
  expect(await dateAfter('--verbose', 'annotations', 'a.gbk')).toEqual(['2026-11-22', false]);
  expect(await dateAfter('annotations', 'a.gbk', '--date', '2026-11-23')).toEqual([
    '2026-11-23',
    true,
  ]);
});

test('pseudogenes are refused and hypothetical proteins emptied as the options say', async (lab) => {
  const text = genbankText.replace('"through the origin"', '"hypothetical protein"');
  await lab.write({ 'a.gbk': text });
  const choices = ['--pseudogenes', 'refuse', '--hypothetical', 'empty'];
  const { stdout } = await lab.import('annotations', 'a.gbk', ...choices);
  expect(stdout).toContain('  products "hypothetical protein" left out: 1\n');
  expect(stdout).toContain('Not taken:\n  pseudogenes: 1\n');
  const genes = lab.records('genes/one.ndjson');
  expect(genes.map(({ Start, Notes }) => [Start, Notes])).toEqual([
    [0, 'says "quoted" things; over two lines'],
    [9, ''],
    [54, ''],
  ]);
});

describe('the FASTA file beside a GFF3 file', () => {
  const [rows = '', fasta = ''] = gff3Text.split('##FASTA\n');
  const named = (text: string, name: string) => text.replaceAll('MADE01', name);

  test('is found by its ending, packed or not, and is no input of its own', async (lab) => {
    await lab.write({
      'runs/a.gff': named(rows, 'A'),
      'runs/a.fasta': named(fasta, 'A'),
      'runs/b.gff.gz': gzipSync(named(rows, 'B')),
      'runs/b.fna.gz': gzipSync(named(fasta, 'B')),
      'runs/c.v2.gff3': named(rows, 'C'),
      'runs/c.v2.fa': named(fasta, 'C'),
      'runs/d.gff': named(rows, 'D'),
      'runs/d.FAS': named(fasta, 'D'),
      'runs/reads.gz': Buffer.from([0x1f, 0x8b, 0, 0]),
      'runs/proteins.faa': '>a\nMAV\n',
    });
    const { stdout } = await lab.import('annotations', 'runs');
    expect(stdout).toContain('Imported 4 phages, 8 genes, 8 other features and 4 genomes');
    expect(stdout).toContain(
      'Not read:\n  runs/proteins.faa: no GenBank or GFF3 file\n  runs/reads.gz: a gzip file that cannot be unpacked\nEach of',
    );
    expect(lab.text('data/genomes/B.fasta')).toMatch(/^>B\nATGGCACG/);
  });

  test('has the place of its own faults', async (lab) => {
    const bad = fasta.replace('ATGGCACG', 'ATGG\nCA!G');
    await lab.write({ 'a.gff': rows, 'a.fna': bad });
    const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gff');
    expect(stderr).toMatch(/^a\.fna:3: expected nucleotides \(IUPAC\), found '!'/);
  });
});

test('output of PHANOTATE and Prokka becomes genes, with what it leaves open made up for', async (lab) => {
  await lab.write({ 'phanotate.out': phanotateText, 'prokka.gff': prokkaText });
  await lab.write({ 'names.csv': 'gnl|Prokka|MADE_1,Quillon\n' });
  const files = ['phanotate.out', 'prokka.gff', '--names', 'names.csv'];
  const { stdout } = await lab.import('annotations', ...files);
  expect(stdout).toContain('Imported 2 phages, 4 genes, 1 other feature and 2 genomes');
  expect(stdout).toContain('  names of sequences, now those of --names: 1\n');
  expect(stdout).toContain('  ends that are open (< or >): 2\n');
  const told = (name: string) =>
    lab
      .records(`genes/${name}.ndjson`)
      .map(({ Start, Stop, Translation, LocusTag }) =>
        [Start, Stop, Translation, LocusTag].join(' '),
      );
  expect(told('NC_001416.1')).toEqual(['0 15 MARTL ', '3 12 RTC ', '39 60 SYDRS*T ']);
  expect(told('Quillon')).toEqual(['0 15 MARTL MADE_00001']);
});

test('what is no file in a folder is named, and why it is not read', async (lab) => {
  await lab.write({ 'runs/a.gbk': genbankText, 'more/b.gbk': genbankText });
  const at = (name: string) => path.join(lab.cwd, 'runs', name);
  fs.symlinkSync('../more', at('folder'));
  fs.symlinkSync('../gone.gbk', at('gone.gbk'));
  fs.writeFileSync(Buffer.concat([Buffer.from(at('b')), Buffer.from([0xff])]), genbankText);
  const { stdout } = await lab.import('annotations', 'runs');
  expect(stdout).toContain(`Not read:
  runs/b\\xff: its name is not UTF-8: give it another one
  runs/folder: a link to a folder, which is followed only where it is named itself
  runs/gone.gbk: a link to something that is not there, or is no file
`);
});

test('a phage of which no feature is a CDS is listed to check, since it gets no genes', async (lab) => {
  await lab.write({ 'a.gff': gff3Text.replaceAll('\tCDS\t', '\tORF\t') });
  const { stdout } = await lab.import('annotations', 'a.gff');
  expect(stdout).toContain(
    '  phages without genes, since none of their features is a CDS: 1\n    a.gff:3: MADE01\n',
  );
});

test('the refusal of a feature beyond the last base tells how a GFF3 file says that it is circular', async (lab) => {
  await lab.write({ 'a.gff': gff3Text.replace('\t4\t12\t', '\t55\t66\t') });
  const { stderr } = await lab.ends(1, 'import', 'annotations', 'a.gff');
  expect(stderr).toMatch(
    /found a CDS that ends at 66\n {2}hint: If .* by Is_circular=true in a row/,
  );
});
