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
const chunkBytes = 3;

/**
 * Returns the indices of the keys in order. A three-way radix quicksort on chunks of three bytes: keys of one phage
 * share a long prefix, which it examines once for all of them rather than in each comparison.
 */
export function sortKeys(keys: KeyList): Uint32Array {
  const { bytes, starts, ends, compareEqual } = keys;
  const order = new Uint32Array(keys.count);
  for (let index = 0; index < keys.count; index++) order[index] = index;
  // The chunk of each key in `order`, at the depth of its range.
  const chunks = new Int32Array(keys.count);

  /** Its bytes as a number, then how many of them there are: after the end of a key, missing bytes are zeros. */
  const chunkOf = (index: number, depth: number): number => {
    const at = (starts[index] ?? 0) + depth;
    const rest = (ends[index] ?? 0) - at;
    if (rest <= 0) return 0;
    const first = (bytes[at] ?? 0) << 18;
    if (rest === 1) return first | 1;
    const second = (bytes[at + 1] ?? 0) << 10;
    if (rest === 2) return first | second | 2;
    return first | second | ((bytes[at + 2] ?? 0) << 2) | 3;
  };

  const load = (from: number, to: number, depth: number) => {
    for (let at = from; at < to; at++) chunks[at] = chunkOf(order[at] ?? 0, depth);
  };

  const compare = (a: number, aChunk: number, b: number, bChunk: number, from: number): number => {
    let [x, y] = [aChunk, bChunk];
    for (let depth = from + chunkBytes; x === y; depth += chunkBytes) {
      if (isLast(x)) return compareEqual(a, b);
      [x, y] = [chunkOf(a, depth), chunkOf(b, depth)];
    }
    return x - y;
  };

  const insertionSort = (from: number, to: number, depth: number) => {
    for (let i = from + 1; i < to; i++) {
      const index = order[i] ?? 0;
      const chunk = chunks[i] ?? 0;
      let at = i;
      for (; at > from; at--) {
        const other = order[at - 1] ?? 0;
        const otherChunk = chunks[at - 1] ?? 0;
        if (compare(other, otherChunk, index, chunk, depth) <= 0) break;
        order[at] = other;
        chunks[at] = otherChunk;
      }
      order[at] = index;
      chunks[at] = chunk;
    }
  };

  const swap = (a: number, b: number) => {
    const index = order[a] ?? 0;
    const chunk = chunks[a] ?? 0;
    order[a] = order[b] ?? 0;
    chunks[a] = chunks[b] ?? 0;
    order[b] = index;
    chunks[b] = chunk;
  };

  const median = (from: number, to: number): number => {
    const a = chunks[from] ?? 0;
    const b = chunks[(from + to) >> 1] ?? 0;
    const c = chunks[to - 1] ?? 0;
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  };

  // Ranges still to sort, three numbers each. An explicit stack: keys may share more bytes than the call stack has
  // frames.
  const ranges = [0, keys.count, 0];
  load(0, keys.count, 0);
  while (ranges.length > 0) {
    const depth = ranges.pop() ?? 0;
    const to = ranges.pop() ?? 0;
    const from = ranges.pop() ?? 0;
    if (to - from <= smallRange) {
      insertionSort(from, to, depth);
      continue;
    }
    const pivot = median(from, to);
    let less = from;
    let greater = to;
    for (let at = from; at < greater;) {
      const chunk = chunks[at] ?? 0;
      if (chunk < pivot) swap(less++, at++);
      else if (chunk > pivot) swap(at, --greater);
      else at++;
    }
    ranges.push(from, less, depth, greater, to, depth);
    if (isLast(pivot)) {
      order.subarray(less, greater).sort(compareEqual);
    } else {
      load(less, greater, depth + chunkBytes);
      ranges.push(less, greater, depth + chunkBytes);
    }
  }
  return order;
}

/** Whether keys with this chunk end in it, so that they are equal. */
function isLast(chunk: number): boolean {
  return (chunk & 3) < chunkBytes;
}
