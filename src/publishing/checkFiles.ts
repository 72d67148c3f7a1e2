/** Verifies files of a site against the hashes in its manifest: the work of a worker thread. */
import { createHash, hash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import path from 'node:path';
import { attempt, DamagedCache } from '../failure.ts';
import { closing, openOwn } from '../files/openRegular.ts';
import type { PublishedFile } from './fileList.ts';
import { readFully } from './readFully.ts';

export interface CheckTask {
  readonly siteDir: string;
  readonly files: readonly PublishedFile[];
}

const chunkBytes = 1 << 20;

/** Throws DamagedCache when a file is not as it was published. */
export function checkFiles({ siteDir, files }: CheckTask): void {
  for (const file of files) {
    if (isIntact(path.join(siteDir, file.path), file)) continue;
    throw new DamagedCache(`${file.path} does not hold what was published`);
  }
}

/** Whether there is a file with these bytes; false on any error. */
export function isIntact(place: string, file: PublishedFile): boolean {
  return attempt(() => closing(openOwn(place), (handle) => holds(handle, file))) ?? false;
}

function holds(handle: number, { bytes, sha256 }: PublishedFile): boolean {
  if (fstatSync(handle).size !== bytes) return false;
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, bytes));
  if (chunk.length === bytes) {
    return readFully(handle, chunk, 0) === bytes && hash('sha256', chunk) === sha256;
  }
  const digest = createHash('sha256');
  for (let at = 0; at < bytes; at += chunk.length) {
    const piece = chunk.subarray(0, bytes - at);
    if (readFully(handle, piece, at) < piece.length) return false;
    digest.update(piece);
  }
  return digest.digest('hex') === sha256;
}
