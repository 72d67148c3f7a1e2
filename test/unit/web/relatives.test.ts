import { expect, test } from 'vitest';
import { mostOften, tellingFamilies } from '../../../src/web/phageGenome.tsx';

test('families that about a cluster of phages have are asked for relatives, and none of a single phage', () => {
  const phages = new Map([1, 9000, 45, 2, 60, 50, 300, 20, 30, 70, 55].map((n, at) => [at, n]));
  const asked = tellingFamilies(phages.keys(), (pham) => phages.get(pham) ?? 0);
  expect(asked.map((pham) => phages.get(pham))).toEqual([50, 55, 45, 60, 70, 30, 20, 300]);
});

test('the phages in most families come first', () => {
  const sets = [new Set(['Own', 'B', 'A']), new Set(['Own', 'C', 'B']), new Set(['C', 'B'])];
  expect(mostOften(sets, 'Own')).toEqual(['B', 'C', 'A']);
});
