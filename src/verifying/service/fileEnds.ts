/** What shows at the beginning and the end of a bulk file that it is one, without reading all of it. */
import { constants, gunzipSync } from 'node:zlib';

/** The first and the last `partBytes` of a file of so many bytes: [start, end). */
export function partRanges(bytes: number, partBytes: number): { start: number; end: number }[] {
  return [
    { start: 0, end: Math.min(bytes, partBytes) },
    { start: Math.max(0, bytes - partBytes), end: bytes },
  ];
}

/** Whether a part of a file, its first or its last, can be what its name says. */
export function endsRight(file: string, part: Buffer, isFirst: boolean): boolean {
  if (file.endsWith('.parquet')) return hasMark(part, isFirst);
  return !file.endsWith('.gz') || !isFirst || unpacks(part);
}

const parquetMark = Buffer.from('PAR1');

function hasMark(part: Buffer, isFirst: boolean): boolean {
  const from = isFirst ? 0 : part.length - parquetMark.length;
  return part.subarray(Math.max(0, from), Math.max(0, from) + 4).equals(parquetMark);
}

// A part of text that repeats itself unpacks to a hundred times its size.
const maxUnpackedBytes = 64 * 1024 * 1024;

/** As far as it goes: the rest of the file is not there. */
function unpacks(part: Buffer): boolean {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxUnpackedBytes };
    return gunzipSync(part, options).length > 0;
  } catch {
    return false;
  }
}
