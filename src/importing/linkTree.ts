/** Copies a folder by linking its files. */
import { chmodSync, chownSync, lstatSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { makeFolder } from '../publishing/makeFolder.ts';
import { linkOrCopy, writeFailure } from '../publishing/siteWriter.ts';
import { folderEntries } from '../sources/folderEntries.ts';

/** Links every file below `from` into `to`, and copies symbolic links. Throws a Failure for anything else. */
export function linkTree(from: string, to: string): void {
  const folder = lstatSync(from, { throwIfNoEntry: false });
  if (folder === undefined) return;
  if (!folder.isDirectory()) {
    throw new Failure('usage', `${from} is no folder.`, { hint: 'Name another one with --data.' });
  }
  chmodSync(to, folder.mode & 0o7777);
  // Only the superuser can change a folder's owner, and only the superuser's copy has another one.
  if (process.getuid?.() === 0) chownSync(to, folder.uid, folder.gid);
  for (const { name, isNamed, kind } of folderEntries(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (!isNamed || kind === 'special') {
      const what = isNamed ? 'is no file' : 'has a name that is not UTF-8';
      throw new Failure('data', `${source} ${what}.`, { hint: 'Move it out of the data folder.' });
    }
    try {
      if (kind === 'folder') {
        makeFolder(target);
        linkTree(source, target);
      } else if (kind === 'link') symlinkSync(readlinkSync(source), target);
      else linkOrCopy(source, target);
    } catch (error) {
      throw writeFailure(target, error);
    }
  }
}
