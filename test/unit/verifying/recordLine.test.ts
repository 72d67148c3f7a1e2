import { expect, test } from 'vitest';
import { lineOf, placeOf } from '../../../src/verifying/envelope.ts';

test('the line of a record says its page and its index', () => {
  expect(placeOf({ rank: 0, line: lineOf(3, 5) })).toEqual({ page: 3, index: 5 });
  expect(placeOf({ rank: 7, line: lineOf(1, 0) })).toEqual({ page: 1, index: 0 });
  expect(lineOf(2, 0)).toBeGreaterThan(lineOf(1, 2 ** 30));
});
