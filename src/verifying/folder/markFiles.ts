/**
 * Marks the manifest's files that exist, and reports files that are not in it; for some folders also as a worker's
 * task.
 */
import { manifestFile, releaseFile } from '../../contract/sitePaths.ts';
import { isLitter } from '../../text/litter.ts';
import { type ClauseLog, createClauseLog, type Tallies } from '../report/clauseLog.ts';
import { type FolderEntry, walkFolders } from './siteFolder.ts';
import type { SiteRef } from './fileCheck.ts';
import { marks, openManifest, type SiteManifest } from '../manifest/siteManifest.ts';

export interface MarkFilesTask extends SiteRef {
  /** Relative to the root, with `/`; includes subfolders. */
  readonly folders: readonly string[];
}

export interface MarkedFiles {
  readonly files: number;
  readonly tallies: Tallies;
}

export function markFiles({ root, manifest, folders }: MarkFilesTask): MarkedFiles {
  const log = createClauseLog();
  const opened = openManifest(manifest);
  let files = 0;
  for (const entry of walkFolders(root, folders, 'all')) {
    files++;
    markEntry(entry, opened, log);
  }
  return { files, tallies: log.tallies };
}

/** `entry` is not a folder. */
export function markEntry(entry: FolderEntry, manifest: SiteManifest, log: ClauseLog): void {
  const number = manifest.find(entry.path);
  if (entry.kind === 'other') {
    log.fail('files', { address: entry.path, expected: 'a regular file', found: entry.what });
  } else if (number >= 0) {
    manifest.mark(number, marks.onDisk);
  } else if (entry.path !== manifestFile && entry.path !== releaseFile && !isLitterAt(entry.path)) {
    const found = 'a file that is not in manifest.json';
    log.fail('files', { address: entry.path, expected: 'no such file', found });
  }
}

/** Files that file managers leave behind are harmless. */
function isLitterAt(file: string): boolean {
  return isLitter(file.slice(file.lastIndexOf('/') + 1));
}
