/** Watches files and folders for changes, with one system watcher for each folder. */
import { EventEmitter, once } from 'node:events';
import {
  type FSWatcher,
  lstatSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
  watch,
} from 'node:fs';
import path from 'node:path';
import { attempt, reasonOf, saysNoFile } from '../failure.ts';

export interface SourceWatcher {
  /**
   * Watches these files and folders, and everything below them; none needs to exist. Existing content is not reported:
   * read it afterwards, so that no change is missed.
   */
  readonly cover: (paths: readonly string[]) => void;
  /** The number of changes noticed so far. */
  readonly changes: () => number;
  /** Waits until there are more than `known`. Throws the signal's reason. */
  readonly until: (known: number, signal: AbortSignal) => Promise<void>;
  readonly close: () => void;
}

interface Guard {
  readonly watcher: FSWatcher;
  /** Identifies the folder: another may have taken its name since. */
  readonly identity: string;
}

/** What to watch in a folder: every change, or only those of these names. */
type Wanted = Map<string, ReadonlySet<string> | 'all'>;

/** `complain` is called once for each folder whose changes cannot be noticed, with the reason. */
export function createSourceWatcher(complain: (text: string) => void): SourceWatcher {
  const guards = new Map<string, Guard>();
  const blind = new Set<string>();
  const news = new EventEmitter();
  let wanted: Wanted = new Map();
  let count = 0;

  const notice = () => {
    count += 1;
    news.emit('change');
  };
  const release = (folder: string) => {
    guards.get(folder)?.watcher.close();
    guards.delete(folder);
  };
  const fail = (folder: string, error: unknown) => {
    release(folder);
    // It was deleted in the meantime; the watcher of the parent folder reports that.
    if (saysNoFile(error) || blind.has(folder)) return;
    blind.add(folder);
    complain(`Changes in ${folder} are not noticed: ${watchReason(error)}.`);
  };
  const guard = (folder: string) => {
    try {
      const { dev, ino } = statSync(folder, { bigint: true });
      const identity = `${dev}:${ino}`;
      if (guards.get(folder)?.identity === identity) return;
      release(folder);
      const watcher = watch(folder, (_, name) => {
        const names = wanted.get(folder);
        if (names === 'all' || name === null || names?.has(name) === true) notice();
      });
      watcher.on('error', (error) => fail(folder, error));
      guards.set(folder, { watcher, identity });
    } catch (error) {
      fail(folder, error);
    }
  };

  return {
    cover(paths) {
      const next: Wanted = new Map();
      for (const one of paths.flatMap(placesOf)) {
        const [folder, name] = entryOf(one);
        const names = next.get(folder);
        next.set(folder, names === 'all' ? names : new Set([...(names ?? []), name]));
      }
      // Watched before it is listed, so that a folder created in between is noticed.
      const coverTree = (folder: string) => {
        next.set(folder, 'all');
        guard(folder);
        for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
          if (entry.isDirectory()) coverTree(path.join(folder, entry.name));
        }
      };
      wanted = next;
      for (const folder of next.keys()) guard(folder);
      // Links below are not followed: the targets of those that a build follows are covered as well.
      for (const one of paths.flatMap(placesOf)) if (isFolder(one, lstatSync)) coverTree(one);
      for (const folder of guards.keys()) if (!next.has(folder)) release(folder);
    },
    changes: () => count,
    async until(known, signal) {
      signal.throwIfAborted();
      if (count > known) return;
      await once(news, 'change', { signal }).catch(() => signal.throwIfAborted());
    },
    close() {
      for (const folder of guards.keys()) release(folder);
    },
  };
}

/** The absolute path and, if it is a link, its target. */
function placesOf(one: string): string[] {
  const place = path.resolve(one);
  const real = attempt(() => realpathSync(place));
  return real === undefined || real === place ? [place] : [place, real];
}

/** The nearest existing folder above a path, and the name in it that leads to the path. */
function entryOf(place: string): [folder: string, name: string] {
  const folder = path.dirname(place);
  const isThere = isFolder(folder, statSync) || folder === place;
  return isThere ? [folder, path.basename(place)] : entryOf(folder);
}

function isFolder(place: string, look: (place: string) => Stats): boolean {
  return attempt(() => look(place).isDirectory()) ?? false;
}

function watchReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC'
    ? 'the system watches no more folders (on Linux, raise fs.inotify.max_user_watches)'
    : reasonOf(error);
}
