/** Hashes a source, or a byte range of one, in chunks. */
import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { closing, openRegular } from '../files/openRegular.ts';

const chunkBytes = 1 << 20;

/** SHA-256 of the bytes [start, end) of a file, by default all; '' if they cannot all be read. */
export function hashFile(file: string, start = 0, end = Infinity): string {
  try {
    return closing(openRegular(file), (handle) => hashBytes(handle, start, end));
  } catch {
    // Reported when its records are read.
    return '';
  }
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
