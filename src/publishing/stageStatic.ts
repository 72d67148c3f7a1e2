/** Copies the publisher's own files into the site unchanged. */
import { closeSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { foldName } from '../contract/recordName.ts';
import { Failure, readFailure } from '../failure.ts';
import { openRegular } from '../files/openRegular.ts';
import { joinWritten, listWritten, type WrittenFiles } from './fileList.ts';
import type { SiteWriterOptions } from './siteWriter.ts';
import { createStreamedFile } from './streamedFile.ts';

export interface StaticFile {
  /** Below the base URL, with `/`. */
  readonly path: string;
  readonly place: string;
  readonly sha256: string;
}

const blockBytes = 1 << 20;

/**
 * Copies the files into the staging folder, where they must not collide with files of the build. Throws a Failure,
 * also for a file that changed since it was listed: its hash is part of the cache key.
 */
export async function stageStatic(
  files: readonly StaticFile[],
  taken: ReadonlySet<string>,
  place: SiteWriterOptions,
): Promise<WrittenFiles> {
  assertFree(files, taken);
  const written: WrittenFiles[] = [];
  for (const file of files) written.push(await stageOne(file, place));
  return joinWritten(written);
}

/** Throws a Failure for a file with the path of one of the site's own. */
export function assertFree(files: readonly StaticFile[], taken: Iterable<string>): void {
  const folded = new Set(Array.from(taken, foldName));
  const inTheWay = files.find((file) => folded.has(foldName(file.path)));
  if (inTheWay !== undefined) throw unfit(inTheWay.place, 'has the path of a file of the site');
}

async function stageOne(
  { path: name, place, sha256 }: StaticFile,
  options: SiteWriterOptions,
): Promise<WrittenFiles> {
  const staged = createStreamedFile(name, options);
  try {
    await readBlocks(place, (block) => staged.append(block));
    const { file, isLinked } = staged.finish();
    if (file.sha256 !== sha256) {
      throw new Failure('machine', `${place} was changed while the site was built.`, {
        hint: 'Nothing was touched. Build again once it is left alone.',
      });
    }
    return listWritten([file], Number(isLinked));
  } finally {
    staged.close();
  }
}

export function unfit(place: string, reason: string): Failure {
  return new Failure('usage', `${place} cannot be published as it is: it ${reason}.`, {
    hint: 'Nothing was touched. Remove it from the folder of --static, or give it another name. (The only hidden files that are published are .well-known/ and .nojekyll.)',
  });
}

/** Each block is valid until the next; yields to the event loop between them. Throws a Failure. */
export async function readBlocks(place: string, take: (block: Uint8Array) => void): Promise<void> {
  let handle: number;
  try {
    handle = openRegular(place);
  } catch (error) {
    throw readFailure(place, error);
  }
  try {
    const block = Buffer.allocUnsafe(blockBytes);
    for (;;) {
      await setImmediate();
      const read = readOrFail(handle, block, place);
      if (read === 0) return;
      take(block.subarray(0, read));
    }
  } finally {
    closeSync(handle);
  }
}

function readOrFail(handle: number, block: Buffer, place: string): number {
  try {
    return readSync(handle, block);
  } catch (error) {
    throw readFailure(place, error);
  }
}
