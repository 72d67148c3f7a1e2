/** The lock of a site: only one command at a time may change it. A folder with the name of its owner. */
import { randomUUID } from 'node:crypto';
import fs, { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { attempt, Failure, reasonOf, systemCode } from '../base/failure.ts';
import { makeFolder, textIn } from '../base/files.ts';
import { shortPath } from './fileList.ts';
import { besideSite } from './outFolder.ts';
import { writeFailure, writing } from './siteWriter.ts';

// A lock that was not renewed for this long belongs to a killed command and is taken over, whatever owner it names.
const staleMs = 5000;
const renewMs = 1000;
// Retries for a little longer than that, so that a stale lock blocks nobody.
const maxTries = 13;
const pauseMs = 500;

export interface SiteLock {
  /** False once the lock was lost, for example to a command that considered it stale. */
  readonly isHeld: () => boolean;
  readonly assertHeld: () => void;
}

interface LockOptions {
  /** Called once if the lock must be waited for. */
  readonly onWait: () => void;
  /** Ends the wait; null if nothing does. */
  readonly signal: AbortSignal | null;
}

/**
 * Holds the lock of the site at `outDir` while `use` runs. Throws a Failure when another command holds it, or the
 * signal's reason. A lock can be lost: to a command that runs while this machine sleeps, or in a race for the same
 * stale lock. Any later error is then reported as the loss of the lock.
 */
export async function withSiteLock<T>(
  outDir: string,
  options: LockOptions,
  use: (lock: SiteLock) => Promise<T>,
): Promise<T> {
  const lock = besideSite(outDir, 'lock');
  const taken = await acquire(outDir, lock, options);
  let unrenewed: { readonly sinceMs: number; readonly error: unknown } | null = null;
  // After sleep, a process may not have noticed yet that its lock was taken over. A lock that cannot be examined or
  // renewed is treated as lost.
  const isHeld = () =>
    taken !== null &&
    identityOf(lock) === taken &&
    (unrenewed === null || Date.now() - unrenewed.sinceMs < staleMs);
  const renew = () => {
    if (!isHeld()) return clearInterval(renewing);
    const now = Date.now();
    try {
      fs.utimesSync(lock, now / 1000, now / 1000);
      unrenewed = null;
    } catch (error) {
      unrenewed ??= { sinceMs: now, error };
    }
  };
  const renewing = setInterval(renew, renewMs);
  renewing.unref();
  // At once: a disk of another machine has dated it by a clock of its own.
  renew();
  // A lost lock must be released by its new owner.
  const release = () => void attempt(() => isHeld() && removeLock(lock));
  process.once('exit', release);
  const assertHeld = () => {
    if (isHeld()) return;
    throw lostLock(outDir, lock, unrenewed?.error);
  };
  try {
    return await use({ isHeld, assertHeld });
  } catch (error) {
    assertHeld();
    throw error;
  } finally {
    clearInterval(renewing);
    process.off('exit', release);
    release();
  }
}

/** Whether no command is at work on `outDir`: nobody holds its lock, or who does has ended. */
export function isUnlocked(outDir: string): boolean {
  const lock = besideSite(outDir, 'lock');
  return !existsSync(lock) || isOwnerGone(lock);
}

/** `reason` is why renewing failed, if it did. */
function lostLock(outDir: string, place: string, reason: unknown): Failure {
  const lock = `The lock of ${shortPath(outDir)}, ${shortPath(place)},`;
  if (reason !== undefined) {
    return new Failure('machine', `${lock} could not be renewed: ${reasonOf(reason)}.`, {
      hint: 'Another command may have taken the site over: look at it before you build again.',
    });
  }
  return new Failure('machine', `${lock} was lost to another command.`, {
    hint: 'That command decides what the site is now. Was this one suspended?',
  });
}

/** Distinguishes a lock from another one at the same path; null if there is none. */
function identityOf(lock: string): string | null {
  const ownerOf = () => textIn(ownerFile(lock)) ?? '';
  return attempt(() => `${statSync(lock).ino} ${ownerOf()}`) ?? null;
}

/** Makes the lock; returns its identity. */
async function acquire(
  outDir: string,
  lock: string,
  { onWait, signal }: LockOptions,
): Promise<string | null> {
  writing(outDir, () => makeFolder(path.dirname(outDir)));
  const isAbandoned = watchRenewals(lock);
  let isWaiting = false;
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted();
    try {
      fs.mkdirSync(lock);
      if (writeOwner(lock)) return identityOf(lock);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw writeFailure(outDir, error);
      if (tries >= maxTries) {
        const message = `Another phagepress command is at work on ${shortPath(outDir)}.`;
        throw new Failure('machine', message, {
          hint: `Nothing was changed. Try again when it has ended; its lock is ${shortPath(lock)}.`,
          cause: error,
        });
      }
    }
    if ((isStale(lock) || isOwnerGone(lock)) && removeLock(lock)) continue;
    if (!isWaiting) onWait();
    isWaiting = true;
    // Ends early when the signal is aborted.
    await delay(pauseMs, null, signal === null ? {} : { signal }).catch(() => null);
    if (isAbandoned()) removeLock(lock);
  }
}

/**
 * Names this process in its lock; false if another command took the lock over in the same moment. Where the name does not
 * fit on the disk, the lock is held all the same: what a killed command left there may have to be swept first.
 */
function writeOwner(lock: string): boolean {
  const owner = `${systemId() ?? ''}\n${processId(process.pid) ?? ''}\n${randomUUID()}\n`;
  try {
    fs.writeFileSync(ownerFile(lock), owner, { flag: 'wx' });
  } catch (error) {
    return !['EEXIST', 'ENOENT'].includes(systemCode(error) ?? '');
  }
  return true;
}

function isStale(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < Date.now() - staleMs;
}

/** Returns whether it is gone: another command may be taking it over, too, and have written its name into it. */
function removeLock(lock: string): boolean {
  attempt(() => fs.rmSync(ownerFile(lock), { force: true }));
  try {
    fs.rmdirSync(lock);
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') throw writeFailure(lock, error);
  }
  return !existsSync(lock);
}

/**
 * A lock may have a time in the future, from a wrong clock. Returns whether it is abandoned: not renewed for the time
 * after which any lock is stale. Call once per pause.
 */
function watchRenewals(lock: string): () => boolean {
  let last: number | null = null;
  let unchanged = 0;
  return () => {
    const mtimeMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? null;
    unchanged = mtimeMs === last ? unchanged + 1 : 0;
    last = mtimeMs;
    return mtimeMs !== null && mtimeMs > Date.now() && unchanged * pauseMs > staleMs;
  };
}

/**
 * Whether the lock belongs to a process of this system that has ended. False for other systems, where that is unknown.
 */
function isOwnerGone(lock: string): boolean {
  const [system, owner = ''] = textIn(ownerFile(lock))?.split('\n') ?? [];
  if (system === undefined || system !== systemId()) return false;
  const pid = Number(/^\d+/.exec(owner)?.[0] ?? Number.NaN);
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  const now = processId(pid);
  // If /proc hides the processes of other users, a signal can still test whether they exist.
  return now === null ? !isRunning(pid) : now !== owner;
}

function ownerFile(lock: string): string {
  return path.join(lock, 'owner');
}

/** Identifies this boot of the machine and its PID namespace: containers have process ids of their own. */
function systemId(): string | null {
  return (
    attempt(() => {
      const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${start} ${readlinkSync('/proc/self/ns/pid')}`;
    }) ?? null
  );
}

/** A process by its id and start time; null if it is unknown or has ended. */
function processId(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === undefined) return null;
  // After the name, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const hasEnded = fields[0] === 'Z' || fields[0] === 'X';
  return `${pid} ${hasEnded ? 'ended' : fields[19]}`;
}

/** Whether a process with this id exists, of any user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
