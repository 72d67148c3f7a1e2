import { expect, test } from 'vitest';
import { accessionOf, isAccession } from '../../../../src/importing/annotations/nameSequences.ts';

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
