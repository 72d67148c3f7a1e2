import { expect, test } from 'vitest';
import { isGc } from '../../../src/records/genomes.ts';

test.each([
  // 2 of 3 are 66.66…
  ['66.7', 2, 3, 3, true],
  ['66.67', 2, 3, 3, true],
  ['67', 2, 3, 3, true],
  ['66', 2, 3, 3, false],
  ['66.6', 2, 3, 3, false],
  ['66.66', 2, 3, 3, false],
  ['66.666666666666667', 2, 3, 3, true],
  ['66.68', 2, 3, 3, false],
  // 1 of 16 is 6.25, which is rounded up or to the even digit.
  ['6.3', 1, 16, 16, true],
  ['6.2', 1, 16, 16, true],
  ['6.4', 1, 16, 16, false],
  // Ambiguous bases may be counted or not.
  ['66.7', 2, 3, 4, true],
  ['50.0', 2, 3, 4, true],
  ['60.0', 2, 3, 4, false],
  // A genome of ambiguous bases alone.
  ['0', 0, 0, 4, true],
  ['50', 0, 0, 4, false],
])('%s is what %i of %i plain bases of %i are: %s', (said, strong, plain, length, isSo) => {
  expect(isGc(said, { strong, plain, length })).toBe(isSo);
});
