import { readFileSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import { mergeCursors } from '../../../src/base/merge.ts';
import { blockRoom, type MergedRun, openRunCursor, spillRun } from '../../../src/base/runs.ts';
import { reserve } from '../../../src/base/sortKeys.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { numbered, readRun, runIn, spill, spillInBlocks, tableOf } from './runFiles.ts';

describe('a spilled run', () => {
  test('has the same bytes where its blocks find room behind the records of the table', () => {
    const file = runIn(tempFolder());
    const records = [
      ...numbered(2000),
      { key: 'k', json: 'x'.repeat(blockRoom), piece: 0, line: 0 },
    ];
    spill(records, file);
    const alone = readFileSync(file);
    for (const room of [blockRoom, 3 * blockRoom]) {
      const table = tableOf(records);
      reserve(table, room);
      spillRun(table, file, { withChecksums: true });
      expect(readFileSync(file).equals(alone)).toBe(true);
    }
  });

  test('has blocks that lie one behind the other and cover the file', () => {
    const run = spill(numbered(2000, '{"a":"b"}').toReversed(), runIn(tempFolder()));
    const bytes = readFileSync(run.path);
    let offset = 0;
    for (const block of run.blocks) {
      expect(block.offset).toBe(offset);
      expect(block.crc).toBe(crc32(bytes.subarray(offset, offset + block.bytes)));
      offset += block.bytes;
    }
    expect(offset).toBe(bytes.length);
    expect(run.blocks.length).toBeGreaterThan(2);
    expect(run.blocks.reduce((sum, { count }) => sum + count, 0)).toBe(2000);
    expect(run.blocks.map(({ firstKey }) => firstKey)).toEqual(
      run.blocks.map((_, index) => {
        const before = run.blocks.slice(0, index).reduce((sum, { count }) => sum + count, 0);
        return `k${String(before).padStart(4, '0')}`;
      }),
    );
  });

  test('takes records and keys that are larger than a block, each in one of its own', () => {
    const sizes = [10, 300_000, 10, 10, 1_000_000, 700_000, 10];
    const records = sizes.map((size, index) => {
      const json = String(index).repeat(size);
      return { key: `k${index}`, json, piece: index, line: 1 };
    });
    records.push({ key: 'z'.repeat(250_000), json: '{}', piece: 0, line: 1 });
    const run = spill(records.toReversed(), runIn(tempFolder()));
    expect(readRun(run)).toEqual(records);
    for (const block of run.blocks.filter(({ bytes }) => bytes > 250_000)) {
      expect(block.count).toBe(1);
    }
  });

  test('replaces what lay at its path, also when that was longer', () => {
    const file = runIn(tempFolder());
    spill(numbered(2000), file);
    const run = spill(numbered(3), file);
    expect(statSync(file).size).toBe(run.blocks[0]?.bytes);
    expect(readRun(run)).toEqual(numbered(3));
  });

  test('that cannot be written throws what the system says', () => {
    expect(() => spill(numbered(1), path.join(tempFolder(), 'not/there.run'))).toThrow(/ENOENT/);
  });
});

// The ends of a merge; what is merged is in test/property/sorting.

/** Takes so many records of a merge: whether each is there. */
function merge(runs: readonly MergedRun[], count: number): boolean[] {
  const cursors = runs.map((run) => openRunCursor(run, null));
  try {
    const next = mergeCursors(cursors);
    return Array.from({ length: count }, () => next() !== null);
  } finally {
    for (const cursor of cursors) cursor.close();
  }
}

test('a merge of nothing, and of empty runs, gives nothing, again and again', () => {
  const empty = spillInBlocks(runIn(tempFolder()), [], [2]);
  for (const runs of [[], [empty, empty]]) expect(merge(runs, 3)).toEqual([false, false, false]);
});

test('a merge ends early, with what is wrong, when a run proves damaged', () => {
  const folder = tempFolder();
  const [whole, cut] = ['a', 'b'].map((name) =>
    spillInBlocks(runIn(folder, name), numbered(4), [2]),
  );
  truncateSync(cut!.path, cut!.blocks[1]!.offset);
  expect(() => merge([whole!, cut!], 9)).toThrow(DamagedCache);
});
