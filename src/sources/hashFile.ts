/** Hashes a source, or a range of one, without holding it. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegular } from '../files/openRegular.ts';

const chunkBytes = 1 << 20;

/** SHA-256 of the bytes [start, end) of a file, or of all of it; '' where they cannot all be read. */
export function hashFile(file: string, start = 0, end = Infinity): string {
  try {
    const handle = openRegular(file);
    try {
      return hashBytes(handle, start, end);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Whoever reads its records says so.
    return '';
  }
}

function hashBytes(handle: number, start: number, end: number): string {
  const digest = createHash('sha256');
  // As much as there is: of many small files, each would otherwise cost a large buffer.
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
