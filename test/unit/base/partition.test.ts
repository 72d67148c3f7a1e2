import { truncateSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import { partition } from '../../../src/base/merge.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { numbered, runIn, spill, spillInBlocks } from './runFiles.ts';

describe('the parts of some runs', () => {
  test('of no runs, and of empty ones, are one that is empty', () => {
    const whole = [{ fromKey: null, firstRank: 0, endRank: 0 }];
    expect(partition([], 4)).toEqual(whole);
    expect(partition([spill([], runIn(tempFolder()))], 4)).toEqual(whole);
  });

  test('are about equal when blocks are small', () => {
    const folder = tempFolder();
    const records = numbered(120);
    const runs = [0, 1, 2].map((of) =>
      spillInBlocks(
        runIn(folder, String(of)),
        records.filter((_, index) => index % 3 === of),
        [2],
      ),
    );
    const parts = partition(runs, 4);
    expect(parts).toHaveLength(4);
    for (const { firstRank, endRank } of parts) {
      expect(endRank - firstRank).toBeGreaterThan(15);
      expect(endRank - firstRank).toBeLessThan(45);
    }
  });

  test('cannot be had of a run that is cut short', () => {
    const run = spillInBlocks(runIn(tempFolder()), numbered(10), [1]);
    truncateSync(run.path, 1);
    expect(() => partition([run], 3)).toThrow(DamagedCache);
  });
});
