/** Reads a byte range of a file into memory as whole lines: those that start in the range. */
import { closeSync, readSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { type RecordTable, reserve } from '../sorting/recordTable.ts';
import { closing, openRegular } from '../files/openRegular.ts';
import { withoutMark } from '../sources/decodeSource.ts';
import type { Piece } from '../sources/planBundles.ts';

const newline = 0x0a;
const overhangBytes = 1 << 16;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Lines in a table's bytes. Each ends in a line break, which is added to the last one if missing. */
export interface LineRegion {
  /** Where the first line starts. */
  readonly start: number;
  /** A line that starts at or after this offset belongs to the next piece. */
  readonly ownEnd: number;
  /** End of the last line, without its line break. */
  readonly end: number;
  /** Line breaks of the range before `start`: 1 if the range begins inside a line. */
  readonly passedBreaks: number;
  /** Start of the piece's own bytes, which end at `ownEnd`. */
  readonly ownStart: number;
  readonly isUtf8: boolean;
  /** Whether the last line continues past `end`: it is too long to be read. */
  readonly isCut: boolean;
}

/**
 * Appends the lines of an uncompressed piece to `table.bytes`. A line longer than `maxRecordBytes` may be cut
 * short. Throws the system's error.
 */
export function readLines(table: RecordTable, piece: Piece, maxRecordBytes: number): LineRegion {
  // The byte before the range tells whether a line starts at its first byte.
  const lead = piece.start > 0 ? 1 : 0;
  const fileStart = piece.start - lead;
  const file = openRegular(piece.source.absolutePath);
  try {
    const base = table.used;
    take(table, file, fileStart, piece.end - fileStart);
    const ownEnd = table.used;
    const isCut = !completeLastLine(table, file, base, piece.end, maxRecordBytes);
    const end = table.used;
    reserve(table, 1);
    table.bytes[end] = newline;
    table.used = end + 1;

    let start = base;
    let passedBreaks = 0;
    if (lead > 0) {
      const first = table.bytes.subarray(base, ownEnd - 1).indexOf(newline);
      start = first < 0 ? end : base + first + 1;
      passedBreaks = first < 0 ? 0 : 1;
    } else if (table.bytes.subarray(base, base + byteOrderMark.length).equals(byteOrderMark)) {
      start = base + byteOrderMark.length;
    }
    const isText = isUtf8(table.bytes.subarray(start, end));
    return { start, ownEnd, end, passedBreaks, ownStart: base + lead, isUtf8: isText, isCut };
  } finally {
    closeSync(file);
  }
}

/** The start of a file, at most `most` bytes, without a byte order mark. Throws the system's error. */
export function readBeginning(path: string, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  const read = closing(openRegular(path), (file) => readSync(file, bytes, 0, most, 0));
  return withoutMark(bytes.subarray(0, read));
}

/** Reads up to the end of the range's last line; false if that line is too long. */
function completeLastLine(
  table: RecordTable,
  file: number,
  base: number,
  from: number,
  most: number,
): boolean {
  let position = from;
  let searched = Math.max(base, table.used - 1);
  while (position - from <= most) {
    const found = table.bytes.subarray(searched, table.used).indexOf(newline);
    if (found >= 0) {
      table.used = searched + found;
      return true;
    }
    searched = table.used;
    if (take(table, file, position, overhangBytes) === 0) return true;
    position += table.used - searched;
  }
  return false;
}

/** Appends up to `bytes` bytes from a position of a file; returns how many there were. */
function take(table: RecordTable, file: number, position: number, bytes: number): number {
  reserve(table, bytes);
  let taken = 0;
  while (taken < bytes) {
    const more = readSync(file, table.bytes, table.used, bytes - taken, position + taken);
    if (more === 0) break;
    table.used += more;
    taken += more;
  }
  return taken;
}
