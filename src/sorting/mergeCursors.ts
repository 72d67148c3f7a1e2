/** Merges what is sorted: gives the cursor with the least key, again and again. */
import { compareBytes } from './compareBytes.ts';

/** Stands on one thing after the other, in order of key; what it says is true until it moves. */
export interface MergeCursor {
  readonly bytes: Uint8Array;
  /** The key is bytes [keyStart, keyEnd). */
  keyStart: number;
  keyEnd: number;
  /** Of two equal keys that with the lower rank comes first, then that with the lower line. */
  readonly rank: number;
  readonly line: number;
  /** Moves to the next; false at the end. */
  readonly next: () => boolean;
}

/**
 * Gives a function that moves to the next in order of key, then source, then line (L3), and
 * returns the cursor that stands on it, or null at the end. The order of `cursors` does not matter.
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

/** Lets the cursor at `at` sink until none of its children comes before it. */
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
