import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints, pageOf, phagePrefixes } from '../../../../src/web/data/geneLookup.ts';

test('texts are in the order of their code points, not of UTF-16', () => {
  // U+FFFD is before U+1F600, whose first half is 0xD83D.
  expect(compareCodePoints('\uFFFD', '😀')).toBeLessThan(0);
  expect(compareCodePoints('a', 'ab')).toBeLessThan(0);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(Math.sign(compareCodePoints(a, b))).toBe(bytes);
    }),
    { seed: 14 },
  );
});

test('a GeneID is on the page before the first that begins behind it', () => {
  const firsts = ['A_1', 'A_5', 'B_1'];
  expect(['A', 'A_1', 'A_3', 'A_5', 'B_1', 'C'].map((id) => pageOf(firsts, id))).toEqual([
    0, 0, 1, 1, 2, 3,
  ]);
});

test('a GeneID in another case is looked for behind the longest name of a phage in it, and its sign', () => {
  const phages = ['', 'Alpha', 'Alpha_CDS', 'Alphabet', 'L5'];
  expect(phagePrefixes(phages, 'alpha_cds_5')).toEqual(['Alpha_CDS_', 'Alpha_']);
  expect(phagePrefixes(phages, 'ALPHA')).toEqual(['Alpha']);
  expect(phagePrefixes(phages, 'alphabet-7')).toEqual(['Alphabet-']);
  expect(phagePrefixes(phages, 'l52_1')).toEqual([]);
  expect(phagePrefixes(phages, 'gp5')).toEqual([]);
});
