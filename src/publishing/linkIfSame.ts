/** Puts the live site's file in the place of one that was written anew and has the same bytes. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { isIntact } from './checkFiles.ts';
import type { PublishedFile } from './fileList.ts';
import { linkOrCopy, writeFailure } from './siteWriter.ts';

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
  if (!isIntact(live, file)) return false;
  const target = path.join(stagingDir, file.path);
  try {
    rmSync(target);
    linkOrCopy(live, target);
  } catch (error) {
    throw writeFailure(target, error);
  }
  return true;
}
