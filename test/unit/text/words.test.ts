import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText } from '../../../src/text/order.ts';
import {
  formatBytes,
  formatCount,
  formatCounted,
  formatSeconds,
  nearestName,
} from '../../../src/text/words.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1005, '1,005'],
  [1399, '1,399'],
  [999_999, '999,999'],
  [1_000_000, '1,000,000'],
  [12_345_678, '12,345,678'],
])('%i is written %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, '0 genes'],
  [1, '1 gene'],
  [2, '2 genes'],
  [1000, '1,000 genes'],
])('%i of a noun is %s', (count, text) => {
  expect(formatCounted(count, 'gene')).toBe(text);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.00 kB'],
  [1234, '1.23 kB'],
  [9994, '9.99 kB'],
  [9995, '10.0 kB'],
  [99_949, '99.9 kB'],
  [99_950, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1.00 MB'],
  [490_000_000, '490 MB'],
  [16 << 20, '16.8 MB'],
  [1_500_000_000_000, '1.50 TB'],
  [2_000_000_000_000_000, '2000 TB'],
])('%i bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0.00 s'],
  [423, '0.42 s'],
  [9994, '9.99 s'],
  [9995, '10.0 s'],
  [12_345, '12.3 s'],
  [119_949, '119.9 s'],
  [119_951, '2 min 0 s'],
  [185_400, '3 min 5 s'],
  [3_600_000, '60 min 0 s'],
])('%i ms are written %s', (milliseconds, text) => {
  expect(formatSeconds(milliseconds)).toBe(text);
});

const fields = ['GeneID', 'PhageID', 'PhamID', 'Start', 'Stop', 'Length', 'LocusTag'];

test.each([
  ['Lenght', 'Length'],
  ['geneid', 'GeneID'],
  ['GeneId', 'GeneID'],
  ['Strat', 'Start'],
  ['locus_tag', 'LocusTag'],
  ['PhamId', 'PhamID'],
])('%s was probably meant to be %s', (name, known) => {
  expect(nearestName(name, fields)).toBe(known);
});

test.each(['Colour', 'translation_table', 'zzzzzz'])('%s is like none of them', (name) => {
  expect(nearestName(name, fields)).toBeUndefined();
});

test('of names that are as near as each other the first is taken', () => {
  expect(nearestName('cat', ['bat', 'rat'])).toBe('bat');
  expect(nearestName('cat', ['rat', 'bat'])).toBe('rat');
});

test('a name that is known is its own nearest', () => {
  expect(nearestName('Stop', fields)).toBe('Stop');
});

test('where nothing is known, nothing is near', () => {
  expect(nearestName('Stop', [])).toBeUndefined();
});

test('a name with no letter in common is no slip, however short it is', () => {
  expect(nearestName('x', ['id', 'genus'])).toBeUndefined();
});

// Units around the surrogates, where UTF-16 order and code-point order part.
const character = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('a', 'A', '_', '\ud7ff', '\ue000', '\uff5e', '\uffff', '\u{10000}', '\u{10ffff}'),
);
const text = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''));

test('any two texts are in the order of their UTF-8 bytes (L3)', () => {
  fc.assert(
    fc.property(text, text, text, (shared, a, b) => {
      const [x, y] = [shared + a, shared + b];
      const bytes = Buffer.compare(Buffer.from(x), Buffer.from(y));
      expect(Math.sign(compareText(x, y))).toBe(bytes);
    }),
    { numRuns: 1000 },
  );
});

test('the order of the specification: CDS_18, CDS_180, CDS_19, then CDS_89 and CDS_9 (L3)', () => {
  const ordered = ['x_CDS_18', 'x_CDS_180', 'x_CDS_19', 'x_CDS_89', 'x_CDS_9'];
  expect(ordered.toReversed().sort(compareText)).toEqual(ordered);
});

test('capitals, underscore and small letters are in the order of their codes, not of a locale', () => {
  const ordered = ['B', 'Z', '_', 'a', 'b', 'ä'];
  expect(ordered.toReversed().sort(compareText)).toEqual(ordered);
});
