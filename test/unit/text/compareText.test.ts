import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText } from '../../../src/text/words.ts';

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
