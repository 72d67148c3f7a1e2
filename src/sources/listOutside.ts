/** Walks everything in a data folder beside genes/ and phages/, none of which is read. */
import path from 'node:path';
import { attempt } from '../failure.ts';
import { type FolderEntry, folderEntries } from './folderEntries.ts';
import { isUsualName } from './sourceName.ts';
import { type createUnreadLog, maxNoted } from './unreadFiles.ts';

interface Outside {
  /** The data folder, as findings name it and as a real path. */
  readonly dataDir: string;
  readonly root: string;
  readonly entries: readonly FolderEntry[];
  /** Absolute paths of the collections' folders, and of files elsewhere that their links lead to. */
  readonly taken: ReadonlySet<string>;
  /** Names of folders that a finding already names. */
  readonly passed: ReadonlySet<string>;
  readonly unread: ReturnType<typeof createUnreadLog>;
}

/** Notes each file. Does not follow links; ignores folders that cannot be listed. */
export function listOutside({ dataDir, root, entries, taken, passed, unread }: Outside): void {
  for (const entry of entries) {
    const absolutePath = path.join(root, entry.name);
    // Written by imports; it says where the sources came from.
    if (entry.name === 'provenance.json' && entry.kind === 'file') continue;
    if (entry.name === '.imported' && entry.kind === 'folder') continue;
    if (taken.has(absolutePath) || passed.has(entry.name) || isUsualName(entry.name)) continue;
    const shown = path.join(dataDir, entry.name);
    if (entry.kind !== 'folder') {
      note(dataDir, shown, entry, absolutePath);
      continue;
    }
    // A bound: a whole project may be beside the records.
    let left = maxNoted;
    const visit = (folder: string, shownFolder: string) => {
      for (const inner of attempt(() => folderEntries(folder)) ?? []) {
        const file = path.join(folder, inner.name);
        if (left <= 0) return;
        if (taken.has(file) || isUsualName(inner.name)) continue;
        const shownFile = path.join(shownFolder, inner.name);
        if (inner.kind === 'folder') {
          visit(file, shownFile);
        } else {
          left--;
          note(shown, shownFile, inner, file);
        }
      }
    };
    visit(absolutePath, shown);
  }

  function note(folder: string, file: string, entry: FolderEntry, absolutePath: string): void {
    const isOpenable = entry.kind === 'file' && entry.isNamed;
    const isHidden = path
      .relative(dataDir, file)
      .split(path.sep)
      .some((name) => name.startsWith('.'));
    const reason = isHidden ? 'hidden' : 'outside';
    unread.add(folder, reason, {
      file,
      absolutePath: isOpenable ? absolutePath : null,
      kind: null,
    });
  }
}
