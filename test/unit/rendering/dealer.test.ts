import path from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { batchOf, createDealer, dealtBatches } from '../../../src/rendering/dealer.ts';
import { tempFolder } from '../sources/tempFolder.ts';

test('genes are not lost in silence when the disk does not take them', () => {
  const dealer = createDealer({ dir: path.join(tempFolder(), 'none'), batches: 2 }, 0);
  dealer.deal(1, Buffer.from('{}'), 0, 2);
  expect(() => dealer.finish()).toThrow(Failure);
});

test('batches fit into memory, and are few enough for a file of each part in each', () => {
  expect(dealtBatches(0)).toBe(1);
  expect(dealtBatches(1 << 20)).toBe(1);
  const million = dealtBatches(800e6);
  expect(800e6 / million).toBeLessThan(17 << 20);
  expect(8e9 / dealtBatches(8e9)).toBeLessThan(34 << 20);
  expect(dealtBatches(8e9)).toBeLessThan(300);
});

test.each([1, 2, 7, 10, 30, 48, 60, 1000, 2 ** 20, 2 ** 32])(
  'families are spread over the batches also when all PhamIDs are multiples of %d',
  (step) => {
    for (const batches of [30, 48]) {
      const counts = new Uint32Array(batches);
      for (let number = 0; number < 9600; number++) {
        const batch = batchOf(number * step, batches);
        counts[batch] = (counts[batch] ?? 0) + 1;
      }
      expect(Math.max(...counts)).toBeLessThan((2 * 9600) / batches);
      expect(Math.min(...counts)).toBeGreaterThan(0);
    }
  },
);
