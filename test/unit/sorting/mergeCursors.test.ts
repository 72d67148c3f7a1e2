import { describe, expect, test } from 'vitest';
import { DamagedCache } from '../../../src/failure.ts';
import { mergeCursors } from '../../../src/sorting/mergeCursors.ts';
import { type MergedRun, openRunCursor } from '../../../src/sorting/runCursor.ts';
import { truncateSync } from 'node:fs';
import { tempFolder } from '../sources/tempFolder.ts';
import { numbered, recordUnder, runIn, spillInBlocks, type TestRecord } from './runFiles.ts';

function runOf(folder: string, name: string, records: readonly TestRecord[], rank = 0): MergedRun {
  const run = spillInBlocks(runIn(folder, name), records, [2]);
  return { ...run, ranks: Uint32Array.from([rank]) };
}

function merge(runs: readonly MergedRun[]): TestRecord[] {
  const cursors = runs.map((run) => openRunCursor(run, null));
  try {
    const next = mergeCursors(cursors);
    const records: TestRecord[] = [];
    for (let cursor = next(); cursor !== null; cursor = next()) records.push(recordUnder(cursor));
    return records;
  } finally {
    for (const cursor of cursors) cursor.close();
  }
}

const record = (key: string, line: number): TestRecord => ({ key, json: key, piece: 0, line });

describe('a merge', () => {
  test('of nothing, and of empty runs, gives nothing, again and again', () => {
    expect(merge([])).toEqual([]);
    const empty = runOf(tempFolder(), 'a', []);
    const cursors = [openRunCursor(empty, null), openRunCursor(empty, null)];
    const next = mergeCursors(cursors);
    expect([next(), next(), next()]).toEqual([null, null, null]);
    for (const cursor of cursors) cursor.close();
  });

  test('gives equal keys in order of source and line, whatever the order of the runs', () => {
    const folder = tempFolder();
    const runs = [
      runOf(folder, 'a', [record('k', 1), record('k', 9)], 2),
      runOf(folder, 'b', [record('k', 5)], 0),
      runOf(folder, 'c', [record('k', 3), record('k', 2)], 1),
    ];
    const places = [
      [0, 5],
      [1, 2],
      [1, 3],
      [2, 1],
      [2, 9],
    ];
    for (const order of [runs, runs.toReversed(), [runs[1]!, runs[2]!, runs[0]!]]) {
      expect(merge(order).map(({ piece, line }) => [piece, line])).toEqual(places);
    }
  });

  test('ends early, with what is wrong, when a run proves damaged', () => {
    const folder = tempFolder();
    const whole = runOf(folder, 'a', numbered(4));
    const cut = runOf(folder, 'b', numbered(4));
    truncateSync(cut.path, cut.blocks[1]!.offset);
    expect(() => merge([whole, cut])).toThrow(DamagedCache);
  });
});
