/**
 * Runs: sorted batches of records spilled to disk, in blocks that are read one at a time. A block is an index of
 * `count` entries, then the records' bytes: each its key and its canonical JSON. An entry is four little-endian
 * 32-bit numbers: the end offset of the record, relative to the end of the index; the length of its key; its piece;
 * its line.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { RecordTable } from './recordTable.ts';
import { sortKeys } from './sortKeys.ts';

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

export const entryBytes = 16;

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
