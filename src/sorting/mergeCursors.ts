/** Merges runs: gives the cursor with the least record, again and again. */
import { compareBytes } from './compareBytes.ts';
import type { RunCursor } from './runCursor.ts';

/**
 * Gives a function that moves to the next record in order of key, then source, then line (L3), and
 * returns the cursor that stands on it, or null at the end. The order of `cursors` does not matter.
 */
export function mergeCursors(cursors: readonly RunCursor[]): () => RunCursor | null {
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

/** Lets the cursor at `at` sink until none of its children comes before it. */
function sink(heap: RunCursor[], from: number): void {
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

function comesBefore(a: RunCursor, b: RunCursor): boolean {
  const byKey = compareBytes(a.bytes, a.keyStart, a.keyEnd, b.bytes, b.keyStart, b.keyEnd);
  return (byKey || a.rank - b.rank || a.line - b.line) < 0;
}
