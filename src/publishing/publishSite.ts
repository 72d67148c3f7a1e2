/**
 * The swap that makes a staged site the live one. Two renames: the live site steps aside, staging takes
 * its place. Killed between them, `repairSwap` puts the live site back; killed at any other moment,
 * one of the two whole sites is in place. All of it happens under the site's lock.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fse from 'fs-extra';
import { parseRelease, type Release } from '../contract/release.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { Failure, systemCode } from '../failure.ts';
import { compareText } from '../text/compareText.ts';
import { besideSite, isStagingFolder } from './besideSite.ts';
import { flush, flushFolder } from './flushFolder.ts';
import { withSiteLock } from './lock.ts';
import type { PublishedFile } from './fileList.ts';
import { readManifest } from './manifest.ts';
import { allowChanges } from './removeFolder.ts';
import { shortPath } from './shortPath.ts';
import { writeFailure } from './siteWriter.ts';

export interface PublishedSite {
  readonly release: Release;
  readonly files: number;
  readonly bytes: number;
  /** Files that are the very ones of the site before. */
  readonly unchanged: number;
}

/**
 * Puts the staged site in place of the one at `outDir`; `assertHeld` throws when the lock is lost, and
 * `remove` removes a folder. Throws a Failure.
 */
export async function publishSite(
  stagingDir: string,
  outDir: string,
  assertHeld: () => void,
  remove: (folder: string) => Promise<void>,
): Promise<void> {
  const old = besideSite(outDir, 'old');
  try {
    await flushFolder(stagingDir);
    await discardOld(outDir);
    assertHeld();
    if (await fse.pathExists(outDir)) await fse.rename(outDir, old);
    try {
      await fse.rename(stagingDir, outDir);
    } catch (error) {
      await restore(outDir);
      throw error;
    }
    flush(path.dirname(outDir));
    // The new site is live: an old one that cannot be removed is the next build's to sweep.
    await discardOld(outDir, remove).catch(() => {});
  } catch (error) {
    throw error instanceof Failure ? error : writeFailure(outDir, error);
  }
}

/** What a command does first: puts back a live site that a killed command had moved aside. */
export async function repairSwap(outDir: string): Promise<void> {
  if (!(await isSwapCutShort(outDir))) return;
  await withSiteLock(
    outDir,
    () => {},
    () => restore(outDir),
  );
}

/** Under the lock: repairs a swap and sweeps what killed commands left. */
export async function sweepLeftovers(outDir: string): Promise<void> {
  try {
    await restore(outDir);
    await discardOld(outDir);
    for (const name of await fse.readdir(path.dirname(outDir))) {
      if (isStagingFolder(outDir, name)) await fse.remove(path.join(path.dirname(outDir), name));
    }
  } catch (error) {
    throw writeFailure(outDir, error);
  }
}

/** Under another name first: what is half removed must never be taken for a site to put back. */
async function discardOld(outDir: string, remove = removeWhole): Promise<void> {
  const discarded = besideSite(outDir, 'discarded');
  await removeWhole(discarded);
  const old = besideSite(outDir, 'old');
  if (!(await fse.pathExists(old))) return;
  await fse.rename(old, discarded);
  await remove(discarded);
}

/** On the main thread, which stays free meanwhile for the lock's sake. */
async function removeWhole(folder: string): Promise<void> {
  try {
    await fse.remove(folder);
  } catch {
    allowChanges(folder);
    await fse.remove(folder);
  }
}

async function isSwapCutShort(outDir: string): Promise<boolean> {
  return !(await fse.pathExists(outDir)) && (await fse.pathExists(besideSite(outDir, 'old')));
}

async function restore(outDir: string): Promise<void> {
  if (await isSwapCutShort(outDir)) await fse.rename(besideSite(outDir, 'old'), outDir);
}

/** The release at `outDir`, or null when nothing is there. Throws a Failure when anything else is. */
export async function readLiveRelease(outDir: string): Promise<Release | null> {
  let names: string[];
  try {
    names = await fse.readdir(outDir);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    if (systemCode(error) === 'ENOTDIR') throw foreign(outDir, 'is a file');
    throw writeFailure(outDir, error);
  }
  if (names.length === 0) return null;
  const text = await readFile(path.join(outDir, releaseFile), 'utf8').catch(() => '');
  const release = parseRelease(text);
  const published = readManifest(outDir);
  if (release === null || published === null) throw foreign(outDir, 'holds other files');
  const added = firstAdded(outDir, published);
  if (added === null) return release;
  throw new Failure(
    'usage',
    `${shortPath(outDir)} holds ${added}, which phagepress did not put there.`,
    {
      hint: 'Nothing was touched: a build replaces the whole folder. Keep such files elsewhere, and add them after each build.',
    },
  );
}

function foreign(outDir: string, what: string): Failure {
  return new Failure('usage', `${shortPath(outDir)} ${what}, not a site built by phagepress.`, {
    hint: 'Nothing was touched. Name an empty or new folder with --out.',
  });
}

// What file managers leave wherever somebody looks; nobody misses it.
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** The first file or folder of a site that its manifest does not account for; null when there is none. */
function firstAdded(outDir: string, published: readonly PublishedFile[]): string | null {
  const known = new Set([manifestFile, releaseFile, ...published.map((file) => file.path)]);
  const folders = new Set([...known].flatMap(foldersOf));
  const added: string[] = [];
  const look = (folder: string) => {
    for (const entry of readdirSync(path.join(outDir, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory() && folders.has(name);
      if (isFolder) look(name);
      else if (!known.has(name) && !litter.has(entry.name)) added.push(name);
    }
  };
  look('');
  return added.sort(compareText)[0] ?? null;
}

/** `a/b/c` lies in `a` and `a/b`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Makes an empty folder. Throws a Failure. */
export async function emptyFolder(folder: string): Promise<void> {
  try {
    await fse.emptyDir(folder);
  } catch (error) {
    throw writeFailure(folder, error);
  }
}
