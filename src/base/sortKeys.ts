/** Sorts keys stored in one buffer, by their bytes, which is code-point order (L3). */

/** Key i is bytes [starts[i], ends[i]); `compareEqual` orders two keys with the same bytes. */
interface KeyList {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly count: number;
  readonly compareEqual: (a: number, b: number) => number;
}

const smallRange = 16;
const digitBytes = 3;

/**
 * Returns the indices of the keys in order. A three-way radix quicksort on digits of three bytes: keys of one phage
 * share a long prefix, which it examines once for all of them rather than in each comparison.
 */
export function sortKeys(keys: KeyList): Uint32Array {
  const { bytes, starts, ends, compareEqual } = keys;
  const order = new Uint32Array(keys.count);
  for (let index = 0; index < keys.count; index++) order[index] = index;
  // The digit of each key in `order`, at the depth of its range.
  const digits = new Int32Array(keys.count);

  /** Its bytes as a number, then how many of them there are: after the end of a key, missing bytes are zeros. */
  const digitOf = (index: number, depth: number): number => {
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
    for (let at = from; at < to; at++) digits[at] = digitOf(order[at] ?? 0, depth);
  };

  const compare = (a: number, aDigit: number, b: number, bDigit: number, from: number): number => {
    let [x, y] = [aDigit, bDigit];
    for (let depth = from + digitBytes; x === y; depth += digitBytes) {
      if (isLast(x)) return compareEqual(a, b);
      [x, y] = [digitOf(a, depth), digitOf(b, depth)];
    }
    return x - y;
  };

  const insertionSort = (from: number, to: number, depth: number) => {
    for (let i = from + 1; i < to; i++) {
      const index = order[i] ?? 0;
      const digit = digits[i] ?? 0;
      let at = i;
      for (; at > from; at--) {
        const other = order[at - 1] ?? 0;
        const otherDigit = digits[at - 1] ?? 0;
        if (compare(other, otherDigit, index, digit, depth) <= 0) break;
        order[at] = other;
        digits[at] = otherDigit;
      }
      order[at] = index;
      digits[at] = digit;
    }
  };

  const swap = (a: number, b: number) => {
    const index = order[a] ?? 0;
    const digit = digits[a] ?? 0;
    order[a] = order[b] ?? 0;
    digits[a] = digits[b] ?? 0;
    order[b] = index;
    digits[b] = digit;
  };

  const median = (from: number, to: number): number => {
    const a = digits[from] ?? 0;
    const b = digits[(from + to) >> 1] ?? 0;
    const c = digits[to - 1] ?? 0;
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
      const digit = digits[at] ?? 0;
      if (digit < pivot) swap(less++, at++);
      else if (digit > pivot) swap(at, --greater);
      else at++;
    }
    ranges.push(from, less, depth, greater, to, depth);
    if (isLast(pivot)) {
      order.subarray(less, greater).sort(compareEqual);
    } else {
      load(less, greater, depth + digitBytes);
      ranges.push(less, greater, depth + digitBytes);
    }
  }
  return order;
}

/** Whether keys with this digit end in it, so that they are equal. */
function isLast(digit: number): boolean {
  return (digit & 3) < digitBytes;
}

/** The records of a growing run: their bytes in one buffer, their offsets in columns. */
export interface RecordTable {
  /** All data: raw bytes that records point into, and appended text. */
  bytes: Buffer;
  /** Bytes in use. */
  used: number;
  /** Upper bound on the length of `bytes`. */
  readonly maxBytes: number;
  count: number;
  /** Copies of the keys, one after another: sorting them in place would miss the CPU cache again and again. */
  keys: Buffer;
  /** Offsets in `keys`. */
  keyStarts: Uint32Array;
  keyEnds: Uint32Array;
  jsonStarts: Uint32Array;
  jsonEnds: Uint32Array;
  /** Index of the record's piece in its bundle. */
  pieces: Uint32Array;
  lines: Uint32Array;
}

/** Offsets are 32 bits wide, and growing needs old and new buffer at once. */
const maxTableBytes = 2 ** 30;

// The most bytes of UTF-8 that a UTF-16 unit takes.
const maxUnitBytes = 3;
const firstRecords = 4096;

/** A buffer that successive tables reuse: allocating it anew costs as much as sorting. */
export interface Scratch {
  bytes: Buffer;
}

export function createScratch(): Scratch {
  return { bytes: Buffer.alloc(0) };
}

/** An empty table with room for that many bytes. It uses `scratch`, and is invalid once the next table does. */
export function createRecordTable(
  expectedBytes: number,
  scratch: Scratch,
  maxBytes = maxTableBytes,
): RecordTable {
  const wanted = Math.min(expectedBytes, maxBytes);
  if (scratch.bytes.length < wanted) scratch.bytes = Buffer.allocUnsafeSlow(wanted);
  return {
    bytes: scratch.bytes,
    used: 0,
    maxBytes,
    count: 0,
    keys: Buffer.allocUnsafe(firstRecords),
    keyStarts: new Uint32Array(firstRecords),
    keyEnds: new Uint32Array(firstRecords),
    jsonStarts: new Uint32Array(firstRecords),
    jsonEnds: new Uint32Array(firstRecords),
    pieces: new Uint32Array(firstRecords),
    lines: new Uint32Array(firstRecords),
  };
}

/** Whether the table has room for these texts. */
export function hasRoomFor(table: RecordTable, ...texts: readonly string[]): boolean {
  const left = table.maxBytes - table.used;
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  if (units * maxUnitBytes <= left) return true;
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= left;
}

/** Makes room for that many more bytes after those in use; the sum must be within `maxBytes`. */
export function reserve(table: RecordTable, bytes: number): void {
  const needed = table.used + bytes;
  if (needed <= table.bytes.length) return;
  if (needed > table.maxBytes) throw new Error('a table of records is full');
  const grown = Math.min(table.maxBytes, Math.ceil(table.bytes.length * 1.5));
  const larger = Buffer.allocUnsafe(Math.max(needed, grown));
  table.bytes.copy(larger, 0, 0, table.used);
  table.bytes = larger;
}

/** Appends text as UTF-8; returns its offset (it ends at `used`). */
export function appendText(table: RecordTable, text: string): number {
  const most = text.length * maxUnitBytes;
  reserve(table, table.used + most <= table.maxBytes ? most : Buffer.byteLength(text));
  const start = table.used;
  table.used += table.bytes.write(text, start);
  return start;
}

/** Adds a record whose key and canonical JSON are in `bytes` already. */
export function addRecord(
  table: RecordTable,
  keyStart: number,
  keyEnd: number,
  jsonStart: number,
  jsonEnd: number,
  piece: number,
  line: number,
): void {
  const at = table.count;
  if (at === table.keyStarts.length) growColumns(table);
  let used = at === 0 ? 0 : (table.keyEnds[at - 1] ?? 0);
  table.keyStarts[at] = used;
  if (used + keyEnd - keyStart > table.keys.length) growKeys(table, used + keyEnd - keyStart);
  const { bytes, keys } = table;
  // A call of `copy` would take longer than copying a key in a loop.
  for (let byte = keyStart; byte < keyEnd; byte++) keys[used++] = bytes[byte] ?? 0;
  table.keyEnds[at] = used;
  table.jsonStarts[at] = jsonStart;
  table.jsonEnds[at] = jsonEnd;
  table.pieces[at] = piece;
  table.lines[at] = line;
  table.count = at + 1;
}

function growKeys(table: RecordTable, needed: number): void {
  const larger = Buffer.allocUnsafe(Math.max(needed, table.keys.length * 2));
  table.keys.copy(larger);
  table.keys = larger;
}

function growColumns(table: RecordTable): void {
  table.keyStarts = doubled(table.keyStarts);
  table.keyEnds = doubled(table.keyEnds);
  table.jsonStarts = doubled(table.jsonStarts);
  table.jsonEnds = doubled(table.jsonEnds);
  table.pieces = doubled(table.pieces);
  table.lines = doubled(table.lines);
}

function doubled(column: Uint32Array): Uint32Array {
  const larger = new Uint32Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** Compares two byte ranges; for UTF-8 text that is code-point order (L3). */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const length = Math.min(aEnd - aStart, bEnd - bStart);
  for (let i = 0; i < length; i++) {
    const difference = (a[aStart + i] ?? 0) - (b[bStart + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}

/** How many of `length` indices satisfy `isBefore`, which must hold for a prefix of them only: the lower bound. */
export function countBefore(length: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Detects bytes that repeat those kept before. */
interface RepeatWatch {
  /** The end of the bytes from `from` on that repeat the kept ones; -1 if they do not, or none were kept. */
  readonly pass: (view: DataView, from: number) => number;
  /** Copies bytes [from, to): their buffer may be reused. */
  readonly keep: (bytes: Buffer, from: number, to: number) => void;
}

export function createRepeatWatch(): RepeatWatch {
  let last = new DataView(new ArrayBuffer(256));
  let length = -1;
  return {
    pass(view, from) {
      if (length < 0 || from + length > view.byteLength) return -1;
      // Four bytes at a time.
      let at = 0;
      for (; at <= length - 4; at += 4) {
        if (last.getInt32(at) !== view.getInt32(from + at)) return -1;
      }
      for (; at < length; at++) if (last.getInt8(at) !== view.getInt8(from + at)) return -1;
      return from + length;
    },
    keep(bytes, from, to) {
      length = to - from;
      if (last.byteLength < length) last = new DataView(new ArrayBuffer(2 * length));
      bytes.copy(new Uint8Array(last.buffer), 0, from, to);
    },
  };
}
