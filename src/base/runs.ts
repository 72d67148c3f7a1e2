/**
 * Runs: sorted records of a bundle, spilled to disk, in blocks that are read one at a time. A block is an index of
 * `count` entries, then the records' bytes: each its key and its canonical JSON. An entry is four little-endian
 * 32-bit numbers: the end offset of the record, relative to the end of the index; the length of its key; its piece;
 * its line.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { DamagedCache, naming, systemCode } from './failure.ts';
import { openOwn } from './files.ts';
import { compareBytes, countBefore, type RecordTable, sortKeys } from './sortKeys.ts';

export interface SpilledRun {
  readonly path: string;
  readonly count: number;
  readonly blocks: readonly RunBlock[];
}

export interface RunBlock {
  /** Offset of the block in the run's file. */
  readonly offset: number;
  readonly bytes: number;
  readonly count: number;
  /** Checksum of its bytes; null in a run that only this build reads. */
  readonly crc: number | null;
  readonly firstKey: string;
}

const entryBytes = 16;

const maxBlockBytes = 192 << 10;
/** The room after a table's records in which blocks are assembled. */
export const blockRoom = 2 * maxBlockBytes;
const maxBlockRecords = 512;

/** Sorts the records of a table and writes them to `path`. Throws the system's error. */
export function spillRun(
  table: RecordTable,
  path: string,
  options: { readonly withChecksums: boolean },
): SpilledRun {
  const { bytes, keys, keyStarts, keyEnds, pieces, lines, count } = table;
  const compareEqual = (a: number, b: number) =>
    (pieces[a] ?? 0) - (pieces[b] ?? 0) || (lines[a] ?? 0) - (lines[b] ?? 0) || a - b;
  const order = sortKeys({ bytes: keys, starts: keyStarts, ends: keyEnds, count, compareEqual });
  const blocks: RunBlock[] = [];
  const file = openSync(path, 'w');
  try {
    let offset = 0;
    for (let from = 0; from < count;) {
      const to = blockEnd(table, order, from);
      const size = blockSize(table, order, from, to);
      const hasRoom = table.used + size <= bytes.length;
      const [into, start] = hasRoom ? [bytes, table.used] : [Buffer.allocUnsafe(size), 0];
      fillBlock(into, start, table, order, from, to);
      const whole = into.subarray(start, start + size);
      for (let written = 0; written < size;) written += writeSync(file, whole, written);
      const first = order[from] ?? 0;
      blocks.push({
        offset,
        bytes: size,
        count: to - from,
        crc: options.withChecksums ? crc32(whole) : null,
        firstKey: keys.toString('utf8', keyStarts[first], keyEnds[first]),
      });
      offset += size;
      from = to;
    }
  } finally {
    closeSync(file);
  }
  return { path, count, blocks };
}

/** End of the block that starts at `from`; it has at least one record. */
function blockEnd(table: RecordTable, order: Uint32Array, from: number): number {
  const last = Math.min(table.count, from + maxBlockRecords);
  let bytes = 0;
  for (let at = from; at < last; at++) {
    bytes += recordBytes(table, order[at] ?? 0);
    if (bytes > maxBlockBytes && at > from) return at;
  }
  return last;
}

function blockSize(table: RecordTable, order: Uint32Array, from: number, to: number): number {
  let bytes = (to - from) * entryBytes;
  for (let at = from; at < to; at++) bytes += recordBytes(table, order[at] ?? 0);
  return bytes;
}

function recordBytes({ keyStarts, keyEnds, jsonStarts, jsonEnds }: RecordTable, record: number) {
  const key = (keyEnds[record] ?? 0) - (keyStarts[record] ?? 0);
  return key + (jsonEnds[record] ?? 0) - (jsonStarts[record] ?? 0);
}

/** Writes a block into a buffer, at `start`. */
function fillBlock(
  into: Buffer,
  start: number,
  table: RecordTable,
  order: Uint32Array,
  from: number,
  to: number,
): void {
  const { bytes, keys, keyStarts, keyEnds, jsonStarts, jsonEnds, pieces, lines } = table;
  const first = start + (to - from) * entryBytes;
  let end = first;
  for (let at = from; at < to; at++) {
    const record = order[at] ?? 0;
    const keyStart = keyStarts[record] ?? 0;
    const keyBytes = (keyEnds[record] ?? 0) - keyStart;
    // A call of `copy` would take longer than copying a key in a loop.
    for (let byte = 0; byte < keyBytes; byte++) into[end++] = keys[keyStart + byte] ?? 0;
    const [jsonStart, jsonEnd] = [jsonStarts[record] ?? 0, jsonEnds[record] ?? 0];
    // `copy` creates a view, which takes as long as copying.
    if (into === bytes) bytes.copyWithin(end, jsonStart, jsonEnd);
    else bytes.copy(into, end, jsonStart, jsonEnd);
    end += jsonEnd - jsonStart;
    const entry = start + (at - from) * entryBytes;
    into.writeUInt32LE(end - first, entry);
    into.writeUInt32LE(keyBytes, entry + 4);
    into.writeUInt32LE(pieces[record] ?? 0, entry + 8);
    into.writeUInt32LE(lines[record] ?? 0, entry + 12);
  }
}

/** A run as part of a merge. */
export interface MergedRun extends SpilledRun {
  /** Maps each piece of the run's bundle to its rank in source order; without it, a piece's index is its rank. */
  readonly ranks?: Uint32Array;
}

/** The record under the cursor; valid until the cursor moves. */
export interface RunCursor {
  readonly bytes: Buffer;
  /** The key is bytes [keyStart, keyEnd), the JSON [keyEnd, jsonEnd). */
  keyStart: number;
  keyEnd: number;
  jsonEnd: number;
  /** Rank of the record's piece in source order. */
  rank: number;
  line: number;
  /** Moves to the next record; false at the end. */
  readonly next: () => boolean;
  /** The number of the run's records before the one under the cursor; all of them at the end. */
  readonly position: () => number;
  readonly close: () => void;
}

/**
 * Opens a run before its first record with a key of at least `fromKey` (null: before the first record). Its blocks are
 * read into `room`, which has `roomFor` bytes. Moving throws DamagedCache, or the system's error.
 */
export function openRunCursor(
  run: MergedRun,
  fromKey: Buffer | null,
  room: Buffer = Buffer.allocUnsafeSlow(roomFor(run)),
): RunCursor {
  const file = naming(run.path, () => openRun(run));
  let nextBlock = fromKey === null ? 0 : lastBlockBefore(run.blocks, fromKey);
  let indexBytes = 0;
  let entry = 0;
  // Number of records passed, including those of skipped blocks.
  let passed = run.blocks.slice(0, nextBlock).reduce((sum, block) => sum + block.count, 0);
  let ended = false;
  // Set while records below it may still follow.
  let floor = fromKey;

  const loadBlock = (): boolean => {
    const block = run.blocks[nextBlock];
    if (block === undefined) return false;
    nextBlock++;
    naming(run.path, () => readBlock(file, block, room, run.path));
    indexBytes = block.count * entryBytes;
    entry = 0;
    cursor.jsonEnd = indexBytes;
    return true;
  };

  const cursor: RunCursor = {
    bytes: room,
    keyStart: 0,
    keyEnd: 0,
    jsonEnd: 0,
    rank: 0,
    line: 0,
    next() {
      for (;;) {
        if (entry === indexBytes && !loadBlock()) {
          ended = true;
          return false;
        }
        passed++;
        const { bytes } = cursor;
        cursor.keyStart = cursor.jsonEnd;
        cursor.jsonEnd = indexBytes + bytes.readUInt32LE(entry);
        cursor.keyEnd = cursor.keyStart + bytes.readUInt32LE(entry + 4);
        const piece = bytes.readUInt32LE(entry + 8);
        cursor.rank = run.ranks?.[piece] ?? piece;
        cursor.line = bytes.readUInt32LE(entry + 12);
        entry += entryBytes;
        if (floor !== null && isBelow(cursor, floor)) continue;
        floor = null;
        return true;
      }
    },
    position: () => passed - (ended ? 0 : 1),
    close: () => closeSync(file),
  };
  return cursor;
}

/** The size of its largest block. */
export function roomFor({ blocks }: SpilledRun): number {
  return blocks.reduce((most, { bytes }) => Math.max(most, bytes), 0);
}

/** Opens a file that a cache may have. Throws DamagedCache where it is not there. */
export function openCached(path: string): number {
  try {
    return openOwn(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') throw new DamagedCache(`${path} is missing`);
    if (code === 'ENOTFILE' || code === 'ELOOP') throw new DamagedCache(`${path} is no file`);
    throw error;
  }
}

function openRun({ path, blocks }: SpilledRun): number {
  const file = openCached(path);
  const last = blocks.at(-1);
  // A file that is too short fails when its last block is read.
  if (fstatSync(file).size <= (last === undefined ? 0 : last.offset + last.bytes)) return file;
  closeSync(file);
  throw new DamagedCache(`${path} has more in it than its cache says`);
}

function isBelow({ bytes, keyStart, keyEnd }: RunCursor, key: Buffer): boolean {
  return compareBytes(bytes, keyStart, keyEnd, key, 0, key.length) < 0;
}

/** The last block that starts below a key: the first record not below it is in it, or starts the next. */
function lastBlockBefore(blocks: readonly RunBlock[], key: Buffer): number {
  const below = countBefore(
    blocks.length,
    (block) => Buffer.compare(Buffer.from(blocks[block]?.firstKey ?? ''), key) < 0,
  );
  return Math.max(0, below - 1);
}

function readBlock(file: number, block: RunBlock, into: Buffer, path: string): void {
  for (let read = 0; read < block.bytes;) {
    const more = readSync(file, into, read, block.bytes - read, block.offset + read);
    if (more === 0) throw new DamagedCache(`${path} is cut short`);
    read += more;
  }
  if (block.crc === null) return;
  if (crc32(into.subarray(0, block.bytes)) !== block.crc) {
    throw new DamagedCache(`${path} is damaged`);
  }
  if (!isDescribedBy(into, block)) throw new DamagedCache(`${path} is not what its cache says`);
}

/** Whether a block has the record count and first key that the index says. */
function isDescribedBy(bytes: Buffer, { bytes: size, count, firstKey }: RunBlock): boolean {
  const indexBytes = count * entryBytes;
  if (count === 0 || indexBytes > size) return false;
  if (indexBytes + bytes.readUInt32LE(indexBytes - entryBytes) !== size) return false;
  const keyEnd = indexBytes + bytes.readUInt32LE(4);
  return bytes.subarray(indexBytes, keyEnd).equals(Buffer.from(firstKey));
}

/** The size of runs on disk: the bytes of their records and of their indexes. */
export function bytesOfRuns(runs: readonly MergedRun[]): number {
  return runs.flatMap(({ blocks }) => blocks).reduce((sum, { bytes }) => sum + bytes, 0);
}
