/** Hashes a source, or a byte range of one, in chunks. */
import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { attempt } from '../failure.ts';
import { closing, openRegular } from '../files/openRegular.ts';

const chunkBytes = 1 << 20;

export interface FileRange {
  /** Absolute path. */
  readonly file: string;
  /** Bytes [start, end). */
  readonly start: number;
  readonly end: number;
}

/** SHA-256 in hexadecimal; an infinite end is that of the file. '' if not all bytes can be read. */
export function hashRange({ file, start, end }: FileRange): string {
  // An unreadable file is reported when its records are read.
  return attempt(() => closing(openRegular(file), (handle) => hashBytes(handle, start, end))) ?? '';
}

function hashBytes(handle: number, start: number, end: number): string {
  const digest = createHash('sha256');
  // No larger than needed: with many small files, allocation would dominate.
  const size = Math.max(1, Math.min(end, fstatSync(handle).size) - start);
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size));
  for (let at = start; at < end;) {
    const read = readSync(handle, chunk, 0, Math.min(chunk.length, end - at), at);
    if (read === 0) return end === Infinity ? digest.digest('hex') : '';
    digest.update(chunk.subarray(0, read));
    at += read;
  }
  return digest.digest('hex');
}
