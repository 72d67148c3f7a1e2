/** Sorts keys stored in one buffer, by their bytes, which is code-point order (L3). */

/** Key i is bytes [starts[i], ends[i]); `compareEqual` orders two keys with the same bytes. */
export interface KeyList {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly count: number;
  readonly compareEqual: (a: number, b: number) => number;
}

const smallRange = 16;

/**
 * Returns the indices of the keys in order. A three-way radix quicksort: keys of one phage share a long prefix,
 * which it examines once for all of them rather than in each comparison.
 */
export function sortKeys(keys: KeyList): Uint32Array {
  const { bytes, starts, ends, compareEqual } = keys;
  const order = Uint32Array.from({ length: keys.count }, (_, index) => index);

  /** The byte of a key at a depth; -1 past its end. */
  const byteAt = (index: number, depth: number): number => {
    const at = (starts[index] ?? 0) + depth;
    return at < (ends[index] ?? 0) ? (bytes[at] ?? 0) : -1;
  };

  const compareFrom = (a: number, b: number, depth: number): number => {
    for (let at = depth; ; at++) {
      const x = byteAt(a, at);
      const y = byteAt(b, at);
      if (x !== y) return x - y;
      if (x < 0) return compareEqual(a, b);
    }
  };

  const insertionSort = (from: number, to: number, depth: number) => {
    for (let i = from + 1; i < to; i++) {
      const index = order[i] ?? 0;
      let at = i;
      for (; at > from && compareFrom(order[at - 1] ?? 0, index, depth) > 0; at--) {
        order[at] = order[at - 1] ?? 0;
      }
      order[at] = index;
    }
  };

  const swap = (a: number, b: number) => {
    const index = order[a] ?? 0;
    order[a] = order[b] ?? 0;
    order[b] = index;
  };

  const median = (from: number, to: number, depth: number): number => {
    const a = byteAt(order[from] ?? 0, depth);
    const b = byteAt(order[(from + to) >> 1] ?? 0, depth);
    const c = byteAt(order[to - 1] ?? 0, depth);
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  };

  // Ranges still to be sorted, three numbers each. An explicit stack: keys may share more bytes than the call stack
  // has frames.
  const ranges = [0, keys.count, 0];
  while (ranges.length > 0) {
    const depth = ranges.pop() ?? 0;
    const to = ranges.pop() ?? 0;
    const from = ranges.pop() ?? 0;
    if (to - from <= smallRange) {
      insertionSort(from, to, depth);
      continue;
    }
    const pivot = median(from, to, depth);
    let less = from;
    let greater = to;
    for (let at = from; at < greater;) {
      const byte = byteAt(order[at] ?? 0, depth);
      if (byte < pivot) swap(less++, at++);
      else if (byte > pivot) swap(at, --greater);
      else at++;
    }
    ranges.push(from, less, depth, greater, to, depth);
    if (pivot >= 0) ranges.push(less, greater, depth + 1);
    else order.subarray(less, greater).sort(compareEqual);
  }
  return order;
}
