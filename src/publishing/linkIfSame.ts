/** Puts the live site's file in the place of one that was written anew and has the same bytes. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { PublishedFile } from './fileList.ts';
import { linkOrCopy, writeFailure } from './siteWriter.ts';

const chunkBytes = 1 << 20;

/**
 * Links the live file, which keeps its time and its place on the disk, where it holds what `file` says; gives
 * whether it does. Its bytes are read: what the live site's manifest says of it may no longer be so. Throws a
 * Failure.
 */
export function linkIfSame(
  file: PublishedFile,
  stagingDir: string,
  liveDir: string | null,
): boolean {
  if (liveDir === null) return false;
  const live = path.join(liveDir, file.path);
  if (!holds(live, file)) return false;
  const target = path.join(stagingDir, file.path);
  try {
    rmSync(target);
    linkOrCopy(live, target);
  } catch (error) {
    throw writeFailure(target, error);
  }
  return true;
}

/** What goes wrong with the live file only means that it is not the same. */
function holds(live: string, { bytes, sha256 }: PublishedFile): boolean {
  let handle: number;
  try {
    handle = openSync(live, 'r');
  } catch {
    return false;
  }
  try {
    if (fstatSync(handle).size !== bytes) return false;
    const digest = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, bytes));
    for (let at = 0; at < bytes;) {
      const read = readSync(handle, chunk, 0, chunk.length, at);
      if (read === 0) return false;
      digest.update(chunk.subarray(0, read));
      at += read;
    }
    return digest.digest('hex') === sha256;
  } catch {
    return false;
  } finally {
    closeSync(handle);
  }
}
