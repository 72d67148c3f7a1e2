/** Splits the merged order of runs into key ranges, so that several workers can merge in parallel. */
import { openRunCursor, roomFor, type MergedRun } from './runCursor.ts';

/** The records from one key up to the next part's first. */
export interface Part {
  /** Null for the first part. */
  readonly fromKey: string | null;
  /** The number of records before it in the whole order. */
  readonly firstRank: number;
  readonly endRank: number;
}

/** Parts of about the same number of records; equal keys stay in one part. */
export function partition(runs: readonly MergedRun[], parts: number): Part[] {
  const total = runs.reduce((sum, run) => sum + run.count, 0);
  const keys = splittingKeys(runs, total, parts);
  // One buffer for all blocks: fresh memory is slow.
  const room = Buffer.allocUnsafeSlow(Math.max(0, ...runs.map(roomFor)));
  const starts = [0, ...keys.map((key) => rankOf(runs, Buffer.from(key), room))];
  return starts
    .map((firstRank, index) => ({
      fromKey: index === 0 ? null : (keys[index - 1] ?? null),
      firstRank,
      endRank: starts[index + 1] ?? total,
    }))
    .filter((part) => part.endRank > part.firstRank || total === 0);
}

/** Keys near the quantiles: first keys of blocks, weighted by the records in each block. */
function splittingKeys(runs: readonly MergedRun[], total: number, parts: number): string[] {
  const blocks = runs
    .flatMap((run) => run.blocks)
    .map(({ firstKey, count }) => ({ firstKey: Buffer.from(firstKey), count }))
    .sort((a, b) => Buffer.compare(a.firstKey, b.firstKey));
  const keys: string[] = [];
  let before = 0;
  for (const { firstKey, count } of blocks) {
    const key = firstKey.toString();
    if (before >= ((keys.length + 1) * total) / parts && key !== keys.at(-1)) keys.push(key);
    before += count;
  }
  return keys;
}

/** The number of records below a key, over all runs. */
function rankOf(runs: readonly MergedRun[], key: Buffer, room: Buffer): number {
  return runs.reduce((sum, run) => sum + countBelow(run, key, room), 0);
}

function countBelow(run: MergedRun, key: Buffer, room: Buffer): number {
  const cursor = openRunCursor(run, key, room);
  try {
    cursor.next();
    return cursor.position();
  } finally {
    cursor.close();
  }
}
