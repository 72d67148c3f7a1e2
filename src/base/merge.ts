/** K-way merge: a binary heap of cursors, with the least key on top. */
import { type MergedRun, openRunCursor, roomFor } from './runs.ts';
import { compareBytes } from './sortKeys.ts';

/** A cursor over a sorted sequence; its fields are valid until it moves. */
export interface MergeCursor {
  readonly bytes: Uint8Array;
  /** The key is bytes [keyStart, keyEnd). */
  keyStart: number;
  keyEnd: number;
  /** Breaks ties between equal keys: the lower rank first, then the lower line. */
  readonly rank: number;
  readonly line: number;
  /** Moves to the next; false at the end. */
  readonly next: () => boolean;
}

/**
 * Returns a function that advances in order of key, then source, then line (L3), and returns the cursor at that
 * position, or null at the end. `cursors` may be in any order.
 */
export function mergeCursors<Cursor extends MergeCursor>(
  cursors: readonly Cursor[],
): () => Cursor | null {
  const heap = cursors.filter((cursor) => cursor.next());
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at);
  let isFirst = true;

  return () => {
    const head = heap[0];
    if (isFirst || head === undefined) {
      isFirst = false;
      return head ?? null;
    }
    if (!head.next()) {
      const last = heap.pop();
      if (last === undefined || last === head) return null;
      heap[0] = last;
    }
    sink(heap, 0);
    return heap[0] ?? null;
  };
}

/** Sift-down: moves a cursor down the heap until no child comes before it. */
function sink(heap: MergeCursor[], from: number): void {
  const sinking = heap[from];
  if (sinking === undefined) return;
  let at = from;
  for (;;) {
    const left = heap[2 * at + 1];
    if (left === undefined) break;
    const right = heap[2 * at + 2];
    const goesRight = right !== undefined && comesBefore(right, left);
    const least = goesRight ? right : left;
    if (!comesBefore(least, sinking)) break;
    heap[at] = least;
    at = 2 * at + (goesRight ? 2 : 1);
  }
  heap[at] = sinking;
}

function comesBefore(a: MergeCursor, b: MergeCursor): boolean {
  const byKey = compareBytes(a.bytes, a.keyStart, a.keyEnd, b.bytes, b.keyStart, b.keyEnd);
  return (byKey || a.rank - b.rank || a.line - b.line) < 0;
}

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
  return runs.reduce((sum, run) => {
    const cursor = openRunCursor(run, key, room);
    try {
      cursor.next();
      return sum + cursor.position();
    } finally {
      cursor.close();
    }
  }, 0);
}
