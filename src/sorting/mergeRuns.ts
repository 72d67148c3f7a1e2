/** Merges runs into one ordered stream. */
import { compareRecords, type OrderedRecord } from './orderedRecord.ts';
import type { Run } from './run.ts';

interface Head {
  readonly rest: Iterator<OrderedRecord>;
  readonly run: number;
  record: OrderedRecord;
}

/**
 * Yields the records of all runs in order (L3). Records that are equal in key and place come in the
 * order of their runs.
 */
export function* mergeRuns(runs: readonly Run[]): Generator<OrderedRecord> {
  const heap: Head[] = [];
  runs.forEach((run, index) => {
    const rest = run[Symbol.iterator]();
    const first = rest.next();
    if (first.done !== true) heap.push({ rest, run: index, record: first.value });
  });
  for (let at = heap.length >> 1; at >= 0; at--) sink(heap, at);

  for (let head = heap[0]; head !== undefined; head = heap[0]) {
    yield head.record;
    const next = head.rest.next();
    if (next.done !== true) {
      head.record = next.value;
    } else {
      const last = heap.pop();
      if (last !== undefined && last !== head) heap[0] = last;
    }
    sink(heap, 0);
  }
}

/** Lets the head at `at` sink until none of its children comes before it. */
function sink(heap: Head[], at: number): void {
  for (;;) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (comesBefore(heap[child], heap[least])) least = child;
    }
    const [head, other] = [heap[at], heap[least]];
    if (least === at || head === undefined || other === undefined) return;
    heap[at] = other;
    heap[least] = head;
    at = least;
  }
}

function comesBefore(a: Head | undefined, b: Head | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (compareRecords(a.record, b.record) || a.run - b.run) < 0;
}
