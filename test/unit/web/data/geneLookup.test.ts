import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText } from '../../../../src/text/order.ts';
import { pageOf, phagePrefixes, phagesInTag } from '../../../../src/web/data/geneLookup.ts';
import { phageRows } from '../../../../src/web/data/indexes.ts';

test('texts are in the order of their code points, not of UTF-16', () => {
  // U+FFFD is before U+1F600, whose first half is 0xD83D.
  expect(compareText('\uFFFD', '😀')).toBeLessThan(0);
  expect(compareText('a', 'ab')).toBeLessThan(0);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(Math.sign(compareText(a, b))).toBe(bytes);
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
  const phages = ['', 'Alpha', 'Alpha_CDS', 'Alphabet', 'L5'].map((name) => ({ name }));
  expect(phagePrefixes(phages, 'alpha_cds_5')).toEqual(['Alpha_CDS_', 'Alpha_']);
  expect(phagePrefixes(phages, 'ALPHA')).toEqual(['Alpha']);
  expect(phagePrefixes(phages, 'alphabet-7')).toEqual(['Alphabet-']);
  expect(phagePrefixes(phages, 'l52_1')).toEqual([]);
  expect(phagePrefixes(phages, 'gp5')).toEqual([]);
});

test('a locus tag names the phages whose whole names are in it, with other signs, too', () => {
  const names = ['L5', 'Trixie', 'My-Bell.2', 'Bell', '', '...', 'Empty'];
  const rows = phageRows({ name: names, genes: names.map((name) => (name === 'Empty' ? 0 : 9)) });
  const named = (text: string) => phagesInTag(rows, text);
  expect(named('SEA_TRIXIE_6')).toEqual(['Trixie']);
  expect(named('trixie_')).toEqual([]);
  expect(named('Trixie_6')).toEqual(['Trixie']);
  expect(named('PBI_L5')).toEqual(['L5']);
  expect(named('PBI_L52_1')).toEqual([]);
  expect(named('sea_my_bell_2_14')).toEqual(['My-Bell.2', 'Bell']);
  expect(named('Trixie')).toEqual([]);
  expect(named('EMPTY_1')).toEqual([]);
});
