import path from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { createDealer, dealtBatches } from '../../../src/rendering/dealer.ts';
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
