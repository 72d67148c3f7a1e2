import { expect, test } from 'vitest';
import { createSpread } from '../../../src/importing/servedRecords.ts';

const draw = (seed: string) => {
  const spread = createSpread(seed);
  return Array.from({ length: 200 }, spread);
};

test('factors lie between a half and one, differ, and follow from the seed', () => {
  const drawn = draw('a');
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.5);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(new Set(drawn).size).toBe(200);
  expect(draw('a')).toEqual(drawn);
  expect(draw('b')).not.toEqual(drawn);
});
