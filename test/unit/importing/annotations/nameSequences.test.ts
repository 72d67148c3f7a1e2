/** The names of phages, and which names of sequences are accessions. */
import { expect, test } from 'vitest';
import { accessionOf, phageName } from '../../../../src/importing/annotations/nameSequences.ts';
import { isAccession } from '../../../../src/text/accession.ts';
import { feature, sequenceOf } from './sequences.ts';

const organism = (name: string) => [feature({ type: 'source', qualifiers: { organism: name } })];
const named = (
  names: string[],
  file: string,
  { isAlone = true, table = {}, source = '', description = '' } = {},
) =>
  phageName(
    sequenceOf({ names, description, features: source === '' ? [] : organism(source) }),
    { name: file, isAlone },
    new Map(Object.entries(table)),
  );

test.each([
  [['Z18946'], 'runs/L5.gb', { source: 'Mycobacterium phage L5' }, 'L5', 'organism'],
  [['Z18946'], 'runs/L5.gb', { source: 'Mycobacterium virus L5' }, 'L5', 'organism'],
  [['Z18946'], 'runs/L.gb', { source: 'Mycobacteriophage L5' }, 'L5', 'organism'],
  [['NC_001604'], 'T7a.gb', { source: 'Teseptimavirus T7' }, 'T7a', 'file'],
  [['contig_1'], 'runs/L5.gb', { source: 'Microviridae phage sp. ct1' }, 'L5', 'file'],
  [['Z18946'], 'a.gb', { source: 'Escherichia coli' }, 'a', 'file'],
  [['NC_051700.1'], 'runs/SAOMS1.gbk', {}, 'SAOMS1', 'file'],
  [['NC_051700_1'], 'SAOMS1.gbk', {}, 'SAOMS1', 'file'],
  [['NC_051700.1'], 'SAOMS1.gbk', { isAlone: false }, 'NC_051700.1', 'sequence'],
  [['NC_051700.1'], 'genomic.gff', {}, 'NC_051700.1', 'sequence'],
  [
    ['NC_051700.1'],
    'genomic.gff',
    { description: 'T4 phage Z1 DNA, complete genome' },
    'Z1',
    'description',
  ],
  [
    ['MW460250'],
    'genomic.gff',
    { description: 'A phage T4 isolate A, complete' },
    'MW460250',
    'sequence',
  ],
  [
    ['MW460250'],
    'genomic.gff',
    { description: 'Uncultured phage 7, complete' },
    'MW460250',
    'sequence',
  ],
  [['MW460250'], 'genomic.gff', { description: 'A phage T4 complete genome' }, 'T4', 'description'],
  [
    ['Z18946'],
    'sequence.gb',
    { source: 'Fromanvirus L5', description: 'A phage L5.' },
    'L5',
    'description',
  ],
  [['NC_051700.1'], 'L5.gff', { description: 'Some phage Z1, complete' }, 'L5', 'file'],
  [
    ['contig_1'],
    'x.gff3',
    { description: '[organism=Escherichia phage T9] [gcode=11]' },
    'T9',
    'organism',
  ],
  [['Bas01'], 'genomic.gff', { description: 'Some phage Z1' }, 'Bas01', 'sequence'],
  [
    ['NC_051700.1'],
    'genomic.gff',
    { description: 'Microviridae phage sp.' },
    'NC_051700.1',
    'sequence',
  ],
  [['NC_051700.1'], 'sequence.gb', {}, 'NC_051700.1', 'sequence'],
  [['NC_051700.1'], 'sequence (1).gb', {}, 'NC_051700.1', 'sequence'],
  [['NC_051700.1'], 'annot.gbk', {}, 'NC_051700.1', 'sequence'],
  [['accn|NC_051700'], '10710.3.PATRIC.gff', {}, 'NC_051700', 'sequence'],
  [['gi|9|gb|GQ451696.1|'], 'pharokka.gff', {}, 'GQ451696.1', 'sequence'],
  [['MN908947'], 'MT123456.gb', {}, 'MN908947', 'sequence'],
  [['Exported'], 'pBad phage.gb', {}, 'pBad phage', 'file'],
  [['contig_1'], 'runs/L5.gbk.gz', {}, 'L5', 'file'],
  [['NODE_1_length_50_cov_9.5'], 'L5.gbk', {}, 'L5', 'file'],
  [['k141_1'], 'L5.gbk', {}, 'L5', 'file'],
  [['ctg1'], 'L5.gbk', {}, 'L5', 'file'],
  [['utg000001l'], 'L5.gbk', {}, 'L5', 'file'],
  [['<unknown'], 'L5.gbk', {}, 'L5', 'file'],
  [['K1'], 'L5.gbk', {}, 'K1', 'sequence'],
  [['contig_1'], 'L5.gbk', { isAlone: false }, 'contig_1', 'sequence'],
  [[], 'L5.gbk', {}, 'L5', 'file'],
  [['gnl|X|contig_000001'], 'L5.gbk', {}, 'L5', 'file'],
  [['gnl|Prokka|ABCDEFGH_1'], 'L5.gbk', {}, 'ABCDEFGH_1', 'sequence'],
  [['Sequoia'], 'pharokka.gbk', {}, 'Sequoia', 'sequence'],
  [['Z18946'], 'runs/x.gb', { table: { Z18946: 'Mine' }, source: 'A phage B' }, 'Mine', 'table'],
  [['accn|NC_1'], 'x.gff', { table: { NC_1: 'Mine' } }, 'Mine', 'table'],
  [['Z18946'], 'runs/x.gb', { table: { 'x.gb': 'Mine' } }, 'Mine', 'table'],
  [['Z18946'], 'runs/x.gb', { table: { 'runs/x.gb': 'Mine' } }, 'Mine', 'table'],
] as const)('%j in %s (%j) is %s, by its %s', (names, file, options, name, from) => {
  expect(named([...names], file, options)).toEqual({ name, from });
});

test.each([
  'Z18946',
  'OM418625',
  'CP01234567',
  'NC_051700',
  'NZ_CP012345',
  'NZ_JAABCD010000001',
  'AC_000001',
  'ABCD01000001',
  'JAABCD010000001',
])('%s is an accession', (text) => {
  expect(isAccession(text)).toBe(true);
});

test.each([
  '',
  'CONTIG_00001',
  'NODE_10234',
  'NODE_1_length_43211',
  'contig_1',
  'SCAFFOLD_00001',
  'MW460250_1',
  'MW460250.1',
  'L5',
  'PHAGE12345',
  'XY_00001',
])('%j is none', (text) => {
  expect(isAccession(text)).toBe(false);
});

test.each([
  ['MW460250_1', 'MW460250'],
  ['NC_051700.1', 'NC_051700.1'],
  ['gi|9|ref|NC_051700.1|', 'NC_051700.1'],
  ['L5', null],
])('the accession in %s is %s', (name, accession) => {
  expect(accessionOf(name)).toBe(accession);
});
