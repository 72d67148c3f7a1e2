/** Replaces a newly written file by a link to the live site's if both have the same bytes. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { isIntact } from './checkFiles.ts';
import type { PublishedFile } from './fileList.ts';
import { linkOrCopy, writing } from './siteWriter.ts';

/**
 * Links the live file, which keeps its modification time and disk blocks, if its content is what `file` says;
 * returns whether it does. Reads its bytes: the live site's manifest may no longer be true. Throws a Failure.
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
  writing(target, () => {
    rmSync(target);
    linkOrCopy(live, target);
  });
  return true;
}
