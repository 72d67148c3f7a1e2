/** Checks the first and last bytes of a bulk file for plausibility, without reading all of it. */
import { constants, gunzipSync } from 'node:zlib';
import { blockBytes, endBlock } from '../../publishing/bgzf.ts';
import { attempt } from '../../failure.ts';

/** The byte ranges [start, end) of the first and the last `partBytes` of a file. */
export function partRanges(bytes: number, partBytes: number): { start: number; end: number }[] {
  return [
    { start: 0, end: Math.min(bytes, partBytes) },
    { start: Math.max(0, bytes - partBytes), end: bytes },
  ];
}

/** Whether the first or last bytes of a file can be of the format in its name. */
export function endsRight(file: string, part: Buffer, isFirst: boolean): boolean {
  if (file.endsWith('.parquet')) return hasMark(part, isFirst);
  if (!isPacked(file)) return true;
  return isFirst
    ? blockBytes(part) !== null && unpacks(part)
    : part.subarray(-endBlock.length).equals(endBlock);
}

/** Whether a bulk file is BGZF. */
export function isPacked(file: string): boolean {
  return /\.(?:gz|tbi)$/.test(file);
}

const parquetMark = Buffer.from('PAR1');

function hasMark(part: Buffer, isFirst: boolean): boolean {
  const from = isFirst ? 0 : part.length - parquetMark.length;
  return part.subarray(Math.max(0, from), Math.max(0, from) + 4).equals(parquetMark);
}

// The limit on decompression: repetitive text has a ratio of up to a hundred.
const maxUnpackedBytes = 64 * 1024 * 1024;

/** Whether a truncated gzip stream decompresses without an error as far as it goes. */
function unpacks(part: Buffer): boolean {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxUnpackedBytes };
  return attempt(() => gunzipSync(part, options).length > 0) ?? false;
}
