import path from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import {
  partitionOf,
  createHashPartition,
  partitionCount,
} from '../../../src/sinks/renderPhams.ts';
import { tempFolder } from '../sources/tempFolder.ts';

test('genes are not lost in silence when the disk does not take them', () => {
  const partition = createHashPartition({ dir: path.join(tempFolder(), 'none'), partitions: 2 }, 0);
  partition.add(1, Buffer.from('{}'), 0, 2);
  expect(() => partition.finish()).toThrow(Failure);
});

test('partitions fit into memory, and are few enough for a file of each part in each', () => {
  expect(partitionCount(0)).toBe(1);
  expect(partitionCount(1 << 20)).toBe(1);
  const million = partitionCount(800e6);
  expect(800e6 / million).toBeLessThan(17 << 20);
  expect(8e9 / partitionCount(8e9)).toBeLessThan(34 << 20);
  expect(partitionCount(8e9)).toBeLessThan(300);
});

test.each([1, 2, 7, 10, 30, 48, 60, 1000, 2 ** 20, 2 ** 32])(
  'phams are spread over the partitions also when all PhamIDs are multiples of %d',
  (step) => {
    for (const partitions of [30, 48]) {
      const counts = new Uint32Array(partitions);
      for (let number = 0; number < 9600; number++) {
        const partition = partitionOf(number * step, partitions);
        counts[partition] = (counts[partition] ?? 0) + 1;
      }
      expect(Math.max(...counts)).toBeLessThan((2 * 9600) / partitions);
      expect(Math.min(...counts)).toBeGreaterThan(0);
    }
  },
);
