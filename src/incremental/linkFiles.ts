/** Links unchanged files of the live site into the staging folder: the work of a worker thread. */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { DamagedCache } from '../failure.ts';
import { takeTurns } from '../files/takeTurns.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { makeFolder } from '../publishing/makeFolder.ts';
import { linkOrCopy, writing } from '../publishing/siteWriter.ts';

export interface LinkTask {
  readonly liveDir: string;
  readonly stagingDir: string;
  readonly files: readonly PublishedFile[];
  /** A newer file in the live site was not written by a build. */
  readonly publishedAtMs: number;
}

/** Throws a Failure, or DamagedCache when a live file is not what was published. */
export function linkFiles({ liveDir, stagingDir, files, publishedAtMs }: LinkTask): void {
  const folders = new Set<string>();
  for (const file of files) {
    const target = path.join(stagingDir, file.path);
    // Checked before linking: something other than a regular file must not be linked.
    assertAsPublished(path.join(liveDir, file.path), file, publishedAtMs);
    const folder = path.dirname(target);
    writing(target, () => {
      if (!folders.has(folder)) makeFolder(folder);
      folders.add(folder);
      linkOrCopy(path.join(liveDir, file.path), target);
    });
  }
}

/** Rejects with DamagedCache when one of the files is missing, newer or of another size. */
export async function assertAllAsPublished(
  siteDir: string,
  files: readonly PublishedFile[],
  publishedAtMs: number,
): Promise<void> {
  const giveTurn = takeTurns();
  for (const file of files) {
    assertAsPublished(path.join(siteDir, file.path), file, publishedAtMs);
    await giveTurn();
  }
}

function assertAsPublished(target: string, file: PublishedFile, publishedAtMs: number): void {
  const found = lstatSync(target, { throwIfNoEntry: false });
  const isSame = found?.isFile() === true && found.size === file.bytes;
  if (isSame && found.mtimeMs <= publishedAtMs) return;
  if (found === undefined) throw new DamagedCache(`${file.path} is missing`);
  throw new DamagedCache(`${file.path} is not what was published`);
}
