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
