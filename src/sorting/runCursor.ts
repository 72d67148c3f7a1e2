/** Reads a spilled run from a key on, block by block. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { DamagedCache, naming, systemCode } from '../failure.ts';
import { openOwn } from '../files/openRegular.ts';
import { compareBytes } from './compareBytes.ts';
import { countBefore } from './countBefore.ts';
import { entryBytes, type RunBlock, type SpilledRun } from './spilledRun.ts';

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

function openRun({ path, blocks }: SpilledRun): number {
  let file: number;
  try {
    file = openOwn(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') throw new DamagedCache(`${path} is missing`);
    if (code === 'ENOTFILE' || code === 'ELOOP') throw new DamagedCache(`${path} is no file`);
    throw error;
  }
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
