/** Walks the folder of a collection: lists its sources, and the files that are not sources. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../findings/finding.ts';
import { folderEntries, type FolderEntry } from './folderEntries.ts';
import { type FileStamp, stampOf } from './fileStamp.ts';
import { linkFinding } from './folderFindings.ts';
import type { Source, SourceKind } from './source.ts';
import { nameNotUtf8, notAFile, unreadable } from './sourceFindings.ts';
import { isSourceName, isUsualName } from './sourceName.ts';
import type { createUnreadLog } from './unreadFiles.ts';

export type ListedFile = FileStamp & Pick<Source, 'file' | 'absolutePath' | 'bytes'>;

interface CollectionListing {
  readonly files: readonly ListedFile[];
  /** Names of files that are not sources, relative to the folder. */
  readonly others: readonly string[];
}

interface CollectionFolder {
  readonly kind: SourceKind;
  /** As findings name it. */
  readonly folder: string;
  readonly real: string;
  /** Real path of the data folder: links may not lead out of it. */
  readonly root: string;
  readonly unread: ReturnType<typeof createUnreadLog>;
  readonly report: (finding: Finding) => void;
}

/** Lists in no particular order. Throws a Failure for a system error. */
export function listCollection(collection: CollectionFolder): CollectionListing {
  const { kind, folder, real, root, unread, report } = collection;
  const files: ListedFile[] = [];
  const others: string[] = [];
  // A file that two links lead to is one source: its records must not be read twice.
  const seen = new Set<string>();

  const passOver = (file: string, absolutePath: string | null, isHidden: boolean) => {
    const reason = isHidden ? 'hidden' : 'kind';
    others.push(path.relative(folder, file));
    unread.add(folder, reason, { file, absolutePath, kind });
  };

  const addFile = (file: string, absolutePath: string) => {
    if (seen.has(absolutePath)) return;
    seen.add(absolutePath);
    if (!isSourceName(file, kind)) {
      if (!isUsualName(path.basename(file))) passOver(file, absolutePath, false);
      return;
    }
    const found = statSync(absolutePath);
    files.push({ file, absolutePath, bytes: found.size, ...stampOf(found) });
  };

  const addSpecial = (file: string) => {
    if (isSourceName(file, kind)) report(notAFile(file));
    else passOver(file, null, false);
  };

  const addLink = (file: string) => {
    const target = realpathSync(file);
    if (!isInside(root, target)) report(linkFinding(file));
    else if (statSync(target).isDirectory()) addFolder(file, target, false);
    else if (statSync(target).isFile()) addFile(file, target);
    else addSpecial(file);
  };

  const addEntry = (entry: FolderEntry, shown: string, absolutePath: string, below: boolean) => {
    const isHidden = below || entry.name.startsWith('.');
    if (isHidden && isUsualName(entry.name)) return;
    if (isHidden && entry.kind !== 'folder') return passOver(shown, null, true);
    if (!entry.isNamed) {
      if (entry.kind === 'folder' || isSourceName(entry.name, kind)) report(nameNotUtf8(shown));
      else passOver(shown, null, false);
      return;
    }
    switch (entry.kind) {
      case 'folder':
        return isUsualName(entry.name) ? undefined : addFolder(shown, absolutePath, isHidden);
      case 'file':
        return addFile(shown, absolutePath);
      case 'link':
        return addLink(shown);
      case 'special':
        return addSpecial(shown);
    }
  };

  const addFolder = (shown: string, absolutePath: string, isHidden: boolean) => {
    if (seen.has(absolutePath)) return;
    seen.add(absolutePath);
    for (const entry of entriesOrReport(shown, absolutePath)) {
      const file = path.join(shown, entry.name);
      // A broken link or a deleted file must not hide the entries after it.
      try {
        addEntry(entry, file, path.join(absolutePath, entry.name), isHidden);
      } catch (error) {
        report(unreadable(file, 0, error));
      }
    }
  };

  const entriesOrReport = (shown: string, absolutePath: string): FolderEntry[] => {
    try {
      return folderEntries(absolutePath);
    } catch (error) {
      report(unreadable(shown, 0, error));
      return [];
    }
  };

  addFolder(folder, real, false);
  return { files, others };
}

/** Whether a path is `root` or below it; both are real paths. */
export function isInside(root: string, candidate: string): boolean {
  const relative = path.relative(root, candidate);
  const leadsUp = relative === '..' || relative.startsWith(`..${path.sep}`);
  return !leadsUp && !path.isAbsolute(relative);
}
