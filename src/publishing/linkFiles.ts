/** Carries files of the live site over into the staged one, as they are: the work of a worker thread. */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DamagedCache, systemCode } from '../failure.ts';
import type { PublishedFile } from './fileList.ts';
import { linkOrCopy, writeFailure } from './siteWriter.ts';

export interface LinkTask {
  readonly liveDir: string;
  readonly stagingDir: string;
  readonly files: readonly PublishedFile[];
  /** A live file that is newer was not put there by a build. */
  readonly publishedAtMs: number;
}

/** Throws a Failure, or DamagedCache when a live file is not what was published. */
export function linkFiles({ liveDir, stagingDir, files, publishedAtMs }: LinkTask): void {
  const folders = new Set<string>();
  for (const file of files) {
    const target = path.join(stagingDir, file.path);
    const folder = path.dirname(target);
    try {
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
      folders.add(folder);
      linkOrCopy(path.join(liveDir, file.path), target);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') throw new DamagedCache(`${file.path} is missing`);
      throw writeFailure(target, error);
    }
    assertAsPublished(target, file, publishedAtMs);
  }
}

/** Throws DamagedCache when one of the files is missing, newer or of another size. */
export function assertAllAsPublished(
  siteDir: string,
  files: readonly PublishedFile[],
  publishedAtMs: number,
): void {
  for (const file of files) assertAsPublished(path.join(siteDir, file.path), file, publishedAtMs);
}

function assertAsPublished(target: string, file: PublishedFile, publishedAtMs: number): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found?.size === file.bytes && found.mtimeMs <= publishedAtMs) return;
  throw new DamagedCache(`${file.path} is not what was published`);
}
