/** Walks through what lies in a data folder beside genes/ and phages/, none of which is read. */
import path from 'node:path';
import { type FolderEntry, folderEntries } from './folderEntries.ts';
import { isUsualName } from './sourceName.ts';
import { type createUnreadLog, maxNoted } from './unreadFiles.ts';

interface Outside {
  /** The data folder as findings name it, and where it lies. */
  readonly dataDir: string;
  readonly root: string;
  readonly entries: readonly FolderEntry[];
  /** Absolute paths of the collections' folders, and of files elsewhere that links lead to. */
  readonly taken: ReadonlySet<string>;
  /** Names of folders of which something has been said already. */
  readonly passed: ReadonlySet<string>;
  readonly unread: ReturnType<typeof createUnreadLog>;
}

/** Notes each file there. Links are not followed; what cannot be listed would not be read either. */
export function listOutside({ dataDir, root, entries, taken, passed, unread }: Outside): void {
  for (const entry of entries) {
    const absolutePath = path.join(root, entry.name);
    if (taken.has(absolutePath) || passed.has(entry.name) || isUsualName(entry.name)) continue;
    const shown = path.join(dataDir, entry.name);
    if (entry.kind !== 'folder') {
      note(dataDir, shown, entry, absolutePath);
      continue;
    }
    // Somebody's whole project may lie beside the records.
    let left = maxNoted;
    const visit = (folder: string, shownFolder: string) => {
      for (const inner of entriesOf(folder)) {
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
    unread.add(folder, reason, { file, absolutePath: isOpenable ? absolutePath : null });
  }
}

function entriesOf(folder: string): FolderEntry[] {
  try {
    return folderEntries(folder);
  } catch {
    return [];
  }
}
