/**
 * The swap that makes a staged site the live one: atomic where the machine has a program for it, else two renames.
 * If killed between these, `repairSwap` restores the live site; if killed at any other moment, one of the two
 * complete sites is in place. Everything happens under the site's lock.
 */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { attempt, Failure, reasonOf, systemCode, systemHints } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import type { Release } from '../contract/release.ts';
import { shortPath } from './fileList.ts';
import { isUnlocked, type SiteLock, withSiteLock } from './lock.ts';
import { besideSite, isNamedAs, newDiscardedFolder, newStagingFolder } from './outFolder.ts';
import { writeFailure } from './siteWriter.ts';

/**
 * Removes the folders, even if write permission was taken away. After `patienceMs`, or once `signal` is aborted,
 * removal continues in a background process that outlives this one. Throws the system's error if they cannot be
 * removed.
 */
export async function removeFolders(
  folders: readonly string[],
  { patienceMs, signal }: { readonly patienceMs: number; readonly signal: AbortSignal | null },
): Promise<void> {
  if (folders.length === 0) return;
  // Twice as fast as in this process, and outlives it: detached, it does not receive Ctrl-C.
  const remover = spawn('rm', ['-rf', '--', ...folders], { detached: true, stdio: 'ignore' });
  const ended = new Promise<boolean>((resolve) => {
    remover.once('error', () => resolve(false));
    remover.once('exit', (code) => resolve(code === 0));
  });
  const enough = new AbortController();
  const stop = signal === null ? enough.signal : AbortSignal.any([signal, enough.signal]);
  const patience = delay(patienceMs, null, { signal: stop }).catch(() => null);
  const isDone = await Promise.race([ended, patience]);
  enough.abort();
  remover.unref();
  if (isDone !== false) return;
  // The program does not exist, or has failed for lack of permission.
  for (const folder of folders) await removeWhole(folder);
}

const everything = { recursive: true, force: true };

async function removeWhole(folder: string): Promise<void> {
  try {
    await rm(folder, everything);
  } catch {
    allowChanges(folder);
    await rm(folder, everything);
  }
}

/** Restores write permission of a folder and those in it. */
function allowChanges(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) allowChanges(path.join(folder, entry.name));
  }
}

/**
 * Moves `staged` to `live`, and what was there to `aside`; returns where that is now, null if there was nothing.
 * Throws the system's error, with everything restored unless that failed, too.
 */
export async function swapFolders(
  staged: string,
  live: string,
  aside: string,
): Promise<string | null> {
  if (isThere(live) && (await exchange(staged, live))) {
    try {
      renameSync(staged, aside);
      return aside;
    } catch {
      // The swap is done; the old folder is at the staged one's path.
      return staged;
    }
  }
  return renameFolders(staged, live, aside);
}

/** Like `swapFolders`, by renames alone. */
export function renameFolders(staged: string, live: string, aside: string): string | null {
  if (!isThere(live)) {
    renameSync(staged, live);
    return null;
  }
  // Synchronous, so that nothing runs in between.
  renameSync(live, aside);
  try {
    renameSync(staged, live);
  } catch (error) {
    renameSync(aside, live);
    throw error;
  }
  return aside;
}

function isThere(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false }) !== undefined;
}

// From util-linux 2.40 and coreutils 9.5: `renameat2` with RENAME_EXCHANGE, which Node does not offer.
const exchangers: readonly (readonly [program: string, ...options: string[]])[] = [
  ['exch'],
  ['mv', '--exchange', '--no-target-directory', '--'],
];

/** Exchanges two folders atomically; false if the machine cannot. */
async function exchange(one: string, other: string): Promise<boolean> {
  const before = statSync(one).ino;
  for (const [program, ...options] of exchangers) {
    await promisify(execFile)(program, [...options, one, other]).catch(() => {});
    // Judged by the result, whatever the program's exit code or output.
    if (isThere(other) && statSync(other).ino === before) return isThere(one);
  }
  return false;
}

// Flushes what was written to the disk before anything relies on it.

/**
 * Flushes everything below `folder`: with one call of `sync --file-system` where it exists, else each file and
 * folder. Throws a Failure, or the signal's reason.
 */
export async function flushFolder(folder: string, signal: AbortSignal): Promise<void> {
  if (await syncFileSystem(folder, signal)) return;
  await flush(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    signal.throwIfAborted();
    if (entry.isFile() || entry.isDirectory()) await flush(path.join(entry.parentPath, entry.name));
  }
}

/** Flushes the file system of a folder; false if there is no program for it. */
async function syncFileSystem(folder: string, signal: AbortSignal): Promise<boolean> {
  const env = { ...process.env, LC_ALL: 'C' };
  try {
    await promisify(execFile)('sync', ['--file-system', folder], { env, signal });
    return true;
  } catch (error) {
    // On Ctrl-C the child may end before this process has handled the signal.
    await setImmediate();
    signal.throwIfAborted();
    const complaint = complaintOf(error);
    if (complaint === null || /\b(?:option|usage)\b/i.test(complaint)) return false;
    throw flushFailure(folder, complaint);
  }
}

/** The error output of a program that failed by itself; null if it did not start or was killed. */
function complaintOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number')
    return null;
  const stderr = 'stderr' in error ? String(error.stderr).trim() : '';
  const reason = stderr.slice(stderr.lastIndexOf(':') + 1).trim();
  return reason === '' ? `sync ended with ${error.code}` : reason;
}

// Errors of systems that cannot flush a folder or a file opened for reading, or refuse to open it.
const unable = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES']);

/** Flushes a file, or a folder's entries where the system can. Throws a Failure. */
export async function flush(target: string): Promise<void> {
  try {
    const handle = await open(target, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (unable.has(systemCode(error) ?? '')) return;
    throw flushFailure(target, reasonOf(error), systemHints[systemCode(error) ?? '']);
  }
}

function flushFailure(target: string, reason: string, hint = systemHints['EIO']): Failure {
  const message = `Cannot flush ${shortPath(target)} to the disk: ${reason}.`;
  return new Failure('machine', message, { hint: `Nothing was published. ${hint ?? ''}` });
}

export interface PublishedSite {
  readonly release: Release;
  readonly files: number;
  readonly bytes: number;
  /** Number of files that are links to those of the previous site. */
  readonly unchanged: number;
}

/** What starts programs of the system. */
export interface Disk {
  readonly flushFolder: typeof flushFolder;
  readonly swapFolders: typeof swapFolders;
}

export interface PublishingEffects {
  readonly lock: SiteLock;
  readonly signal: AbortSignal;
  readonly disk?: Disk | undefined;
}

/**
 * Replaces the site at `outDir` by the staged one. Returns the folder of the old one, which `removeDiscarded` removes;
 * null if there was none, or it could not be renamed. Throws a Failure, or the signal's reason; the old site is then in
 * place, unless the Failure says otherwise.
 */
export async function publishSite(
  stagingDir: string,
  outDir: string,
  { lock, signal, disk = { flushFolder, swapFolders } }: PublishingEffects,
): Promise<string | null> {
  await disk.flushFolder(stagingDir, signal);
  let old: string | null;
  try {
    await discardOld(outDir);
    lock.assertHeld();
    signal.throwIfAborted();
    old = await disk.swapFolders(stagingDir, outDir, besideSite(outDir, 'old'));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    // Neither rename worked: the new site's to its place, nor the old one's back.
    if (isSwapCutShort(outDir)) throw siteAway(outDir, besideSite(outDir, 'old'), error);
    throw writeFailure(outDir, error);
  }
  try {
    await flush(path.dirname(outDir));
  } catch (error) {
    undoSwap(outDir, old);
    throw error;
  }
  // The new site is live: an old one that cannot be renamed now is swept by the next build.
  return discardOld(outDir).catch(() => null);
}

/** Undoes a swap that may not be on the disk. If it cannot, throws a Failure that says where both sites are. */
function undoSwap(outDir: string, old: string | null): void {
  const away = newStagingFolder(outDir);
  let isLive = true;
  try {
    renameSync(outDir, away);
    isLive = false;
    if (old !== null) renameSync(old, outDir);
  } catch (error) {
    const putBack = () => {
      renameSync(away, outDir);
      return true;
    };
    if (!isLive && attempt(putBack) !== true) throw siteAway(outDir, old, error);
    const rest = old === null ? '' : ` The old one lies in ${shortPath(old)}.`;
    throw new Failure(
      'machine',
      `The new site is live in ${shortPath(outDir)}, but may not be on the disk: ${reasonOf(error)}.`,
      { hint: `The disk may be failing: look at the log of the system.${rest}`, cause: error },
    );
  }
}

/** `old` is where the old site is; null if there was none. What was staged is swept. */
function siteAway(outDir: string, old: string | null, error: unknown): Failure {
  const [why, rest] =
    old === null
      ? ['what was made may not be on the disk', '']
      : [
          'what was there could not be put back',
          ` It lies in ${shortPath(old)}, and the next command puts it back; what was to replace it is not kept.`,
        ];
  const what = `Nothing is in ${shortPath(outDir)} now: ${why}: ${reasonOf(error)}.`;
  return new Failure('machine', what, {
    hint: `The disk may be failing: look at the log of the system.${rest}`,
    cause: error,
  });
}

/** The first step of a command: restores a live site that a killed command had moved aside. */
export async function repairSwap(outDir: string): Promise<void> {
  if (!isSwapCutShort(outDir)) return;
  await withSiteLock(outDir, { onWait() {}, signal: null }, () => restore(outDir));
}

/**
 * Like `repairSwap`, and sweeps what a killed command left beside the folder. Leaves everything to a command that is
 * at work there; to the next one that changes the folder, where this one may not.
 */
export async function repairAndSweep(outDir: string): Promise<void> {
  await repairSwap(outDir);
  try {
    if (!isUnlocked(outDir) || !(await isAnythingLeft(outDir))) return;
    await withSiteLock(outDir, { onWait() {}, signal: null }, async () => {
      await discardOld(outDir);
      await removeFolders(await leftBeside(outDir, swept), { patienceMs, signal: null });
    });
  } catch {
    // What is left takes room, and harms nothing.
  }
}

async function isAnythingLeft(outDir: string): Promise<boolean> {
  const isBeside = (what: 'lock' | 'old') => existsSync(besideSite(outDir, what));
  return isBeside('lock') || isBeside('old') || (await leftBeside(outDir, swept)).length > 0;
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
    const left = await leftBeside(outDir, swept);
    if (left.length > 0) onSweep();
    // Waits for the removal: the build may need the space.
    await removeFolders(left, { patienceMs: maxTimerMs, signal });
  } catch (error) {
    throw writeFailure(outDir, error);
  }
  signal.throwIfAborted();
}

const swept = ['staging', 'discarded'] as const;
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
  const names = await readdir(folder);
  const left = names.filter((name) => kinds.some((kind) => isNamedAs(kind, outDir, name)));
  return left.map((name) => path.join(folder, name));
}

/** Renamed first: `repairSwap` must never restore a site that is half removed. */
async function discardOld(outDir: string): Promise<string | null> {
  const old = besideSite(outDir, 'old');
  if (!existsSync(old)) return null;
  const discarded = newDiscardedFolder(outDir);
  await rename(old, discarded);
  return discarded;
}

function isSwapCutShort(outDir: string): boolean {
  return !existsSync(outDir) && existsSync(besideSite(outDir, 'old'));
}

async function restore(outDir: string): Promise<void> {
  if (isSwapCutShort(outDir)) await rename(besideSite(outDir, 'old'), outDir);
}

export async function emptyFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
    makeFolder(folder);
  } catch (error) {
    throw writeFailure(folder, error);
  }
}
