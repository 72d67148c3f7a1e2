/** Links staged files of phages again under their other names: the work of a worker thread. */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { listWritten, type PublishedFile, type WrittenFiles } from './fileList.ts';
import { makeFolder } from './makeFolder.ts';
import { linkOrCopy, type SiteWriterOptions, writing } from './siteWriter.ts';

export interface AliasLink {
  /** Staged already. */
  readonly file: PublishedFile;
  /** Where to link it; relative to the site's root. */
  readonly path: string;
}

export interface LinkAliasesTask extends Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'> {
  readonly links: readonly AliasLink[];
}

/** Throws a Failure. */
export function linkAliases({ stagingDir, liveDir, links }: LinkAliasesTask): WrittenFiles {
  let unchanged = 0;
  const files = links.map(({ file, path: name }): PublishedFile => {
    const from = path.join(stagingDir, file.path);
    const target = path.join(stagingDir, name);
    writing(target, () => {
      makeFolder(path.dirname(target));
      linkOrCopy(from, target);
    });
    if (liveDir !== null && inodeOf(path.join(liveDir, name)) === inodeOf(from)) unchanged++;
    return { ...file, path: name };
  });
  return listWritten(files, unchanged);
}

function inodeOf(file: string): number | null {
  return lstatSync(file, { throwIfNoEntry: false })?.ino ?? null;
}
