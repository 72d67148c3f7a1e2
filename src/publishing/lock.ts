/** The lock of a site: only one command at a time may change it. */
import fs, {
  existsSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { attempt, Failure, reasonOf, systemCode } from '../base/failure.ts';
import { makeFolder, readOwn } from '../base/files.ts';
import { shortPath } from './fileList.ts';
import { besideSite } from './outFolder.ts';
import { writeFailure, writing } from './siteWriter.ts';

// A lock that was not renewed for this long belongs to a killed command and is taken over, whatever owner it names.
const staleMs = 5000;
const renewMs = 1000;
// Retries for a little longer than that, so that a stale lock blocks nobody.
const maxTries = 13;
const pauseMs = 500;
// File system timestamps have a resolution of up to 10 ms.
const tickMs = 5;

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
  let taken: LockIdentity | null = null;
  let lostBecause: Error | null = null;
  // After sleep, a process may not have noticed yet that its lock was taken over. If the system cannot examine a lock,
  // it is treated as lost.
  const isHeld = () => taken !== null && isSame(taken, attempt(() => identityOf(outDir)) ?? null);
  const release = await acquire(outDir, options, {
    onCompromised(error) {
      taken = null;
      lostBecause = error;
    },
    fs: {
      ...fs,
      mkdir(folder: string, done: fs.NoParamCallback) {
        fs.mkdir(folder, (error) => {
          // Only now: after the lock is taken, nothing but renewal may change its time.
          if (error === null) writeOwner(folder);
          done(error);
        });
      },
      rmdir(folder: string, done: fs.NoParamCallback) {
        removeOwner(folder);
        // Meanwhile another command may have taken over the same stale lock and written its name into it.
        fs.rmdir(folder, (error) => done(systemCode(error) === 'ENOTEMPTY' ? null : error));
      },
      // Called when the process ends: a lost lock must be released by its new owner.
      rmdirSync(folder: string) {
        if (!isHeld()) return;
        removeOwner(folder);
        fs.rmdirSync(folder);
      },
    },
  });
  taken = await lastingIdentity(outDir);
  const assertHeld = () => {
    if (isHeld()) return;
    throw lostLock(outDir, lostBecause);
  };
  try {
    return await use({ isHeld, assertHeld });
  } catch (error) {
    assertHeld();
    throw error;
  } finally {
    if (isHeld()) await release().catch(() => {});
  }
}

/** Whether no command is at work on `outDir`: nobody holds its lock, or who does has ended. */
export function isUnlocked(outDir: string): boolean {
  const lock = besideSite(outDir, 'lock');
  return !existsSync(lock) || isOwnerGone(lock);
}

/** `reason` is why renewing failed; null if no renewal failed. */
function lostLock(outDir: string, reason: Error | null): Failure {
  const lock = `The lock of ${shortPath(outDir)}, ${shortPath(besideSite(outDir, 'lock'))},`;
  // The package that renews the lock replaces the system's error code by its own.
  const code = /^(E[A-Z]+): /.exec(reason?.message ?? '')?.[1] ?? 'ENOENT';
  if (code !== 'ENOENT') {
    const why = reasonOf(Object.assign(new Error(reason?.message), { code }));
    return new Failure('machine', `${lock} could not be renewed: ${why}.`, {
      hint: 'Another command may have taken the site over: look at it before you build again.',
    });
  }
  return new Failure('machine', `${lock} was lost to another command.`, {
    hint: 'That command decides what the site is now. Was this one suspended?',
  });
}

/** Distinguishes a lock from another one at the same path. */
interface LockIdentity {
  readonly ino: number;
  readonly birthtimeMs: number | null;
}

function identityOf(outDir: string): (LockIdentity & { readonly birthtimeMs: number }) | null {
  const found = statSync(besideSite(outDir, 'lock'), { throwIfNoEntry: false });
  return found === undefined ? null : { ino: found.ino, birthtimeMs: found.birthtimeMs };
}

function isSame(taken: LockIdentity, now: LockIdentity | null): boolean {
  if (now === null || now.ino !== taken.ino) return false;
  return taken.birthtimeMs === null || now.birthtimeMs === taken.birthtimeMs;
}

/**
 * The part of the lock's identity that renewing does not change: where a system does not record birth times, Node
 * returns the change time. Null if there is no lock.
 */
async function lastingIdentity(outDir: string): Promise<LockIdentity | null> {
  const file = besideSite(outDir, 'lock');
  const first = identityOf(outDir);
  if (first === null) return null;
  for (;;) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || found.ino !== first.ino) return first;
    if (found.birthtimeMs !== first.birthtimeMs) return { ino: first.ino, birthtimeMs: null };
    if (found.birthtimeMs !== found.ctimeMs) return first;
    // Birth and change time are equal: either within one tick of the clock, or one is reported for the other.
    await new Promise((resolve) => setTimeout(resolve, tickMs));
    try {
      utimesSync(file, found.atime, found.mtime);
    } catch {
      // The lock is gone: any other lock there would not be this one.
      return first;
    }
  }
}

async function acquire(
  outDir: string,
  { onWait, signal }: LockOptions,
  effects: Pick<lockfile.LockOptions, 'onCompromised' | 'fs'>,
): Promise<() => Promise<void>> {
  const lock = besideSite(outDir, 'lock');
  writing(outDir, () => makeFolder(path.dirname(outDir)));
  const isAbandoned = watchRenewals(lock);
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted();
    try {
      return await lockfile.lock(outDir, {
        lockfilePath: lock,
        realpath: false,
        stale: staleMs,
        update: renewMs,
        ...effects,
      });
    } catch (error) {
      if (systemCode(error) !== 'ELOCKED') {
        throw writeFailure(systemCode(error) === 'ENOTDIR' ? lock : outDir, error);
      }
      if (tries === maxTries) {
        throw new Failure(
          'machine',
          `Another phagepress command is at work on ${shortPath(outDir)}.`,
          {
            hint: `Nothing was changed. Try again when it has ended; its lock is ${shortPath(lock)}.`,
            cause: error,
          },
        );
      }
      if (isOwnerGone(lock)) {
        removeStale(lock);
        continue;
      }
      if (tries === 1) onWait();
      await pause(signal);
      if (isAbandoned()) removeStale(lock);
    }
  }
}

/** Ends early when the signal is aborted. */
function pause(signal: AbortSignal | null): Promise<void> {
  // Of a signal that was aborted meanwhile, no event comes.
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(end, pauseMs);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end);
  });
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

/** Dates the lock back, so that the usual rules for stale locks apply. */
function removeStale(lock: string): void {
  try {
    utimesSync(lock, 0, 0);
  } catch {
    // It is gone, or belongs to another user.
  }
}

// The owner of a lock: a file in its folder, so that others know at once when that process has ended.

/** Names this process in the folder of its lock, if the system can identify processes; else the file is not written. */
function writeOwner(lock: string): void {
  const [system, self] = [systemId(), processId(process.pid)];
  if (system === null || self === null) return;
  // Without an owner, only the age of the lock counts.
  attempt(() => writeFileSync(ownerFile(lock), `${system}\n${self}\n`));
}

/** Call before the folder of a lock is removed. */
function removeOwner(lock: string): void {
  attempt(() => rmSync(ownerFile(lock), { force: true }));
}

/**
 * Whether the lock belongs to a process of this system that has ended. False for other systems, where that is unknown.
 */
function isOwnerGone(lock: string): boolean {
  const [system, owner = ''] = attempt(() => readOwn(ownerFile(lock)).toString().split('\n')) ?? [];
  if (system === undefined || system !== systemId()) return false;
  const pid = Number(/^\d+/.exec(owner)?.[0] ?? Number.NaN);
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  const now = processId(pid);
  // If /proc hides the processes of other users, a signal can still test whether they exist.
  return now === null ? !isThere(pid) : now !== owner;
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

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
