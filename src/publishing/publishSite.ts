/**
 * The swap that makes a staged site the live one: atomic where the machine has a program for it, else two renames.
 * If killed between these, `repairSwap` restores the live site; if killed at any other moment, one of the two
 * complete sites is in place. Everything happens under the site's lock.
 */
import { type Dirent, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fse from 'fs-extra';
import { parseRelease, type Release } from '../contract/release.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { Failure, readFailure, reasonOf, saysNoFile, systemCode } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';
import { isLitter } from '../text/litter.ts';
import { someNames } from '../text/someNames.ts';
import { compareText } from '../text/compareText.ts';
import { besideSite, isNamedAs, newDiscardedFolder, newStagingFolder } from './besideSite.ts';
import { flush, flushFolder } from './flushFolder.ts';
import { type SiteLock, withSiteLock } from './lock.ts';
import type { PublishedFile } from './fileList.ts';
import { makeFolder } from './makeFolder.ts';
import { readManifest } from './manifest.ts';
import { removeFolders } from './removeFolders.ts';
import { shortPath } from './shortPath.ts';
import { writeFailure } from './siteWriter.ts';
import { swapFolders } from './swapFolders.ts';

export interface PublishedSite {
  readonly release: Release;
  readonly files: number;
  readonly bytes: number;
  /** Number of files that are links to those of the previous site. */
  readonly unchanged: number;
}

/**
 * Replaces the site at `outDir` by the staged one; `removeDiscarded` removes the old one afterwards. Throws a
 * Failure, or the signal's reason; the old site is then in place, unless the Failure says otherwise.
 */
export async function publishSite(
  stagingDir: string,
  outDir: string,
  { lock, signal }: { readonly lock: SiteLock; readonly signal: AbortSignal },
): Promise<void> {
  await flushFolder(stagingDir, signal);
  let old: string | null;
  try {
    await discardOld(outDir);
    lock.assertHeld();
    signal.throwIfAborted();
    old = await swapFolders(stagingDir, outDir, besideSite(outDir, 'old'));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw writeFailure(outDir, error);
  }
  try {
    await flush(path.dirname(outDir));
  } catch (error) {
    undoSwap(outDir, old);
    throw error;
  }
  // The new site is live: an old one that cannot be renamed now is swept by the next build.
  await discardOld(outDir).catch(() => {});
}

/** Undoes a swap that may not be on the disk. If it cannot, throws a Failure that says where both sites are. */
function undoSwap(outDir: string, old: string | null): void {
  const away = newStagingFolder(outDir);
  const place = shortPath(outDir);
  let isLive = true;
  try {
    renameSync(outDir, away);
    isLive = false;
    if (old !== null) renameSync(old, outDir);
  } catch (error) {
    const message =
      isLive || isMoved(away, outDir)
        ? `The new site is live in ${place}, but may not be on the disk: ${reasonOf(error)}.`
        : `No site is live in ${place}: the old one could not be put back: ${reasonOf(error)}.`;
    const rest = old === null ? '' : ` The old one lies in ${shortPath(old)}.`;
    throw new Failure('machine', message, {
      hint: `The disk may be failing: look at the log of the system.${rest}`,
      cause: error,
    });
  }
}

function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** The first step of a command: restores a live site that a killed command had moved aside. */
export async function repairSwap(outDir: string): Promise<void> {
  if (!(await isSwapCutShort(outDir))) return;
  await withSiteLock(outDir, { onWait() {}, signal: null }, () => restore(outDir));
}

/** Under the lock: repairs a swap and sweeps what killed commands left; `onSweep` is called if there is anything. */
export async function sweepLeftovers(
  outDir: string,
  onSweep: () => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    await restore(outDir);
    await discardOld(outDir);
    const left = await leftBeside(outDir, ['staging', 'discarded']);
    if (left.length > 0) onSweep();
    // Waits for the removal: the build may need the space.
    await removeFolders(left, { patienceMs: maxTimerMs, signal });
  } catch (error) {
    throw writeFailure(outDir, error);
  }
  signal.throwIfAborted();
}

// The maximum delay of a timer.
const maxTimerMs = 2 ** 31 - 1;
// A removal that takes longer continues after the command has ended.
const patienceMs = 2000;

/** Under the lock: removes unpublished staging folders; slow removals continue in the background. */
export async function sweepStaged(outDir: string): Promise<void> {
  await removeFolders(await leftBeside(outDir, ['staging']), { patienceMs, signal: null });
}

/** Removes sites that were replaced; slow removals continue in the background. */
export async function removeDiscarded(outDir: string, signal: AbortSignal): Promise<void> {
  await removeFolders(await leftBeside(outDir, ['discarded']), { patienceMs, signal });
}

async function leftBeside(
  outDir: string,
  kinds: readonly Parameters<typeof isNamedAs>[0][],
): Promise<string[]> {
  const folder = path.dirname(outDir);
  const names = await fse.readdir(folder);
  const left = names.filter((name) => kinds.some((kind) => isNamedAs(kind, outDir, name)));
  return left.map((name) => path.join(folder, name));
}

/** Renamed first: `repairSwap` must never restore a site that is half removed. */
async function discardOld(outDir: string): Promise<void> {
  const old = besideSite(outDir, 'old');
  if (await fse.pathExists(old)) await fse.rename(old, newDiscardedFolder(outDir));
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
    throw readFailure(shortPath(outDir), error);
  }
  const theirs = names.filter((name) => !isLitter(name)).sort(compareText);
  if (theirs.length === 0) return null;
  const release = parseRelease(readReleaseText(path.join(outDir, releaseFile)));
  const published = readManifest(outDir);
  if (release === null || published === null) {
    if (release !== null) throw damaged(outDir, manifestFile);
    if (published !== null && published.length > 0) throw damaged(outDir, releaseFile);
    throw foreign(outDir, `holds ${someNames(theirs)}`);
  }
  const added = await allAdded(outDir, published);
  if (added.length === 0) return release;
  throw new Failure(
    'usage',
    `${shortPath(outDir)} holds ${someNames(added)}, which phagepress did not put there.`,
    {
      hint: 'Nothing was touched: a build replaces the whole folder. Keep such files in a folder of their own, and name it with --static: then each build publishes them.',
    },
  );
}

/** Empty if there is none; an unreadable file does not tell whose folder it is. */
function readReleaseText(file: string): string {
  try {
    return readOwn(file).toString();
  } catch (error) {
    if (saysNoFile(error)) return '';
    throw readFailure(shortPath(file), error);
  }
}

function foreign(outDir: string, what: string): Failure {
  return new Failure('usage', `${shortPath(outDir)} ${what}, not a site built by phagepress.`, {
    hint: 'Nothing was touched. Name an empty or new folder with --out.',
  });
}

/** Without both files, the publisher's own files cannot be told from those of the build. */
function damaged(outDir: string, name: string): Failure {
  const place = shortPath(outDir);
  const message = `${place} was built by phagepress, but its ${name} is missing or damaged, so what else lies there cannot be told.`;
  return new Failure('usage', message, {
    hint: `Nothing was touched. If all in it is the site, remove ${place} and build again.`,
  });
}

const foldersPerTurn = 512;

/** The files and folders of a site that are not in its manifest, in order. */
async function allAdded(outDir: string, published: readonly PublishedFile[]): Promise<string[]> {
  const known = new Set([manifestFile, releaseFile, ...published.map((file) => file.path)]);
  const folders = new Set([...known].flatMap(foldersOf));
  const added: string[] = [];
  let folderCount = 0;
  const look = async (folder: string) => {
    // Yields now and then, for progress: there may be a million folders.
    if (++folderCount % foldersPerTurn === 0) await setImmediate();
    for (const entry of entriesOf(path.join(outDir, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      // If a folder replaced a published file, everything in it was added.
      const isFolder = entry.isDirectory() && (folders.has(name) || known.has(name));
      if (isFolder) await look(name);
      else if (!known.has(name) && !isLitter(entry.name)) added.push(name);
    }
  };
  await look('');
  return added.sort(compareText);
}

/** The entries of a folder of the site. Throws a Failure. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw readFailure(shortPath(folder), error);
  }
}

/** The parent folders of a file: `a` and `a/b` for `a/b/c`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Creates an empty folder. Throws a Failure. */
export async function emptyFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder);
    await fse.emptyDir(folder);
  } catch (error) {
    throw writeFailure(folder, error);
  }
}
