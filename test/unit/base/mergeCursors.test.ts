/** The ends of a merge; what is merged is in test/property/sorting. */
import { truncateSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import { mergeCursors } from '../../../src/base/merge.ts';
import { type MergedRun, openRunCursor } from '../../../src/base/runs.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { numbered, runIn, spillInBlocks } from './runFiles.ts';

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
