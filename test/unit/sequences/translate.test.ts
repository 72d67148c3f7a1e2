import { describe, expect, test } from 'vitest';
import { beginsWithStart, translate } from '../../../src/sequences/nucleotides.ts';

const bases = (text: string) => Buffer.from(text);

describe('translate', () => {
  test('reads codons up to the last whole one, stops as *', () => {
    expect(translate(bases('ATGGCATAAGG'), 11)).toBe('MA*');
    expect(translate(bases(''), 11)).toBe('');
  });

  test.each([
    [11, '*', '*', '*'],
    [4, 'W', '*', '*'],
    [15, '*', 'Q', '*'],
    [25, 'G', '*', '*'],
  ] as const)('by code %i TGA is %s, TAG %s and TAA %s', (code, tga, tag, taa) => {
    expect(translate(bases('TGATAGTAA'), code)).toBe(tga + tag + taa);
  });

  test('reads U as T', () => {
    expect(translate(bases('AUGUUU'), 11)).toBe('MF');
  });

  test.each([
    ['GCN', 'A', 'four codons of one amino acid'],
    ['YTA', 'L', 'a letter for two bases'],
    ['RAY', 'B', 'aspartate or asparagine'],
    ['SAR', 'Z', 'glutamate or glutamine'],
    ['MTA', 'J', 'isoleucine or leucine'],
    ['NNN', 'X', 'anything'],
    ['TAN', 'X', 'a stop or not'],
    ['TAR', '*', 'a stop in any case'],
  ])('an ambiguous %s is %s: %s', (codon, letter) => {
    expect(translate(bases(codon), 11)).toBe(letter);
  });
});

test.each([
  ['ATG', 11, true],
  ['GTG', 11, true],
  ['TTG', 11, true],
  ['GCA', 11, false],
  ['GTG', 15, false],
  ['NTG', 11, false],
  ['AT', 11, false],
] as const)('%s begins a gene by code %i: %s', (codon, code, isStart) => {
  expect(beginsWithStart(bases(codon), code)).toBe(isStart);
});
