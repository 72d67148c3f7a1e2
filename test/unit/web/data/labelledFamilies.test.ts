import { expect, test } from 'vitest';
import { familiesLabelled } from '../../../../src/web/data/labelledFamilies.ts';

const labels = new Map([
  [1, 'my Lysin_A'],
  [2, 'Lysin_A2'],
  [3, 'Lysin_A'],
  [4, 'holin'],
]);

test.each([
  ['lysin_a', [3, 2, 1]],
  ['HOLIN', [4]],
  ['portal', []],
  ['', []],
])('families are found by their labels, the best match first: %j', (text, found) => {
  expect(familiesLabelled(labels, text)).toEqual(found);
});
