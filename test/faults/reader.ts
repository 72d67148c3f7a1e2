/**
 * Reads a site over and over while builds replace it, as a web server or a copy job would, and says
 * where it got what no reader may get. What a reader can rely on:
 *
 * - a file that can be opened is whole: its bytes are those that one of the releases has at its path;
 * - between two reads of `release.json` that give the same release, every file read is that release's;
 * - below one folder that was opened once, every file is of one release; it may be gone, never another's.
 *
 * For the moment of the swap nothing may be there. A file of the release can be missing only then.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../fuzz/random.ts';
import type { Tree } from './siteVersions.ts';

interface ReaderReport {
  /** How many times `release.json` was read twice with pages in between. */
  readonly rounds: number;
  readonly files: number;
  /** Rounds in which `release.json` was not there. */
  readonly missed: number;
  /** Releases that were seen, by the hash of their `release.json`. */
  readonly releases: ReadonlySet<string>;
  /** What no reader may get; empty when all is well. */
  readonly breaches: readonly string[];
}

export interface Reader {
  /** Ends the reading. */
  readonly stop: () => Promise<ReaderReport>;
}

const filesPerRound = 4;
const maxBreaches = 5;
// Paths below a folder that is open, whatever its name is meanwhile.
const openFolders = '/proc/self/fd';

/**
 * Starts to read the site at `dist`, one of `sites` at any time. `isSwapSure`: no build is killed, so that a
 * release read twice was there all the time, and every file of it with it.
 */
export function startReader(
  dist: string,
  sites: readonly Tree[],
  random: Random,
  { isSwapSure = false } = {},
): Reader {
  const files = sites.map((site) => Object.keys(site).filter((name) => site[name] !== ''));
  const paths = [...new Set(files.flat())].filter((name) => name !== 'release.json');
  const breaches: string[] = [];
  const releases = new Set<string>();
  const counts = { rounds: 0, files: 0, missed: 0 };
  const state = { isStopped: false };

  const breach = (text: string) => {
    if (breaches.length < maxBreaches) breaches.push(text);
  };

  /** The site that has these bytes as its `release.json`. */
  const siteOf = (release: string): Tree | undefined => {
    const site = sites.find((candidate) => candidate['release.json'] === release);
    if (site === undefined) breach(`release.json is of no release: ${release}`);
    else releases.add(release);
    return site;
  };

  const readFiles = (folder: string): [name: string, found: string | null][] =>
    Array.from({ length: filesPerRound }, () => {
      const name = random.pick(paths);
      const found = hashOf(path.join(folder, name));
      if (found !== null) counts.files++;
      if (found !== null && sites.every((site) => site[name] !== found)) {
        breach(`${name} is not whole`);
      }
      return [name, found];
    });

  const readByPath = () => {
    const before = hashOf(path.join(dist, 'release.json'));
    if (before === null) {
      counts.missed++;
      return;
    }
    const site = siteOf(before);
    const found = readFiles(dist);
    if (site === undefined || hashOf(path.join(dist, 'release.json')) !== before) return;
    counts.rounds++;
    for (const [name, bytes] of found) {
      const wanted = site[name] ?? null;
      if (bytes === wanted || (bytes === null && !isSwapSure)) continue;
      breach(`${name} is ${bytes === null ? 'missing from' : 'not of'} the release around it`);
    }
  };

  const readByFolder = () => {
    let folder: number;
    try {
      folder = openSync(dist, constants.O_RDONLY | constants.O_DIRECTORY);
    } catch {
      counts.missed++;
      return;
    }
    try {
      const inside = path.join(openFolders, String(folder));
      const release = hashOf(path.join(inside, 'release.json'));
      if (release !== null) siteOf(release);
      const found = [['release.json', release] as const, ...readFiles(inside)];
      const isOf = (site: Tree) =>
        found.every(([name, bytes]) => bytes === null || bytes === site[name]);
      if (!sites.some(isOf)) {
        breach(`of two releases, below one folder: ${found.map(([name]) => name).join(', ')}`);
      }
    } finally {
      closeSync(folder);
    }
  };

  const canOpenFolders = existsSync(openFolders);
  const reading = (async () => {
    while (!state.isStopped) {
      if (canOpenFolders && random.oneIn(3)) readByFolder();
      else readByPath();
      // Builds need the processor, too.
      await delay(1);
    }
  })();

  return {
    async stop() {
      state.isStopped = true;
      await reading;
      return { ...counts, releases, breaches };
    },
  };
}

/** Null when the file is not there. */
function hashOf(file: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return null;
  }
}
