/** One command at a time may change a site. */
import fs, { statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { Failure, reasonOf, systemCode } from '../failure.ts';
import { besideSite } from './besideSite.ts';
import { makeFolder } from './makeFolder.ts';
import { shortPath } from './shortPath.ts';
import { writeFailure } from './siteWriter.ts';

// A lock that was not renewed for so long is a killed command's, and is taken over.
const staleMs = 5000;
const renewMs = 1000;
// Waits a little longer than that, so that a stale lock is in nobody's way.
const attempts = 13;
const pauseMs = 500;
// File systems tell the time in ticks of up to 10 ms.
const tickMs = 5;

export interface SiteLock {
  /** False once the lock was lost, as to a command that took this one for dead. */
  readonly isHeld: () => boolean;
  /** Throws a Failure when it was lost. */
  readonly assertHeld: () => void;
}

export interface LockOptions {
  /** Told once when the lock has to be waited for. */
  readonly onWait: () => void;
  /** Ends the waiting; null for nothing that does. */
  readonly signal: AbortSignal | null;
}

/**
 * Holds the lock of the site at `outDir` while `use` runs. Throws a Failure when another command keeps it, or
 * why `signal` was aborted. A lock can be lost: to a command that runs while this one sleeps, or that took over
 * the same stale lock. Whatever fails then fails because of that.
 */
export async function withSiteLock<T>(
  outDir: string,
  options: LockOptions,
  use: (lock: SiteLock) => Promise<T>,
): Promise<T> {
  let taken: LockIdentity | null = null;
  let lostBecause: Error | null = null;
  // A process that slept may have lost its lock without having been told yet.
  const isHeld = () => taken !== null && isSame(taken, foundIdentity(outDir));
  const release = await acquire(outDir, options, {
    onCompromised(error) {
      taken = null;
      lostBecause = error;
    },
    fs: {
      ...fs,
      // Called when the process ends: a lost lock is the other command's to release.
      rmdirSync(folder: string) {
        if (isHeld()) fs.rmdirSync(folder);
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

/** `reason` is what renewing it failed with; null where it was never renewed in vain. */
function lostLock(outDir: string, reason: Error | null): Failure {
  const lock = `The lock of ${shortPath(outDir)}, ${shortPath(besideSite(outDir, 'lock'))},`;
  // The package that renews it puts its own code in the place of the system's.
  const code = /^(E[A-Z]+): /.exec(reason?.message ?? '')?.[1] ?? 'ENOENT';
  if (code !== 'ENOENT') {
    const why = reasonOf(Object.assign(new Error(reason?.message), { code }));
    return new Failure('machine', `${lock} could not be renewed: ${why}.`, {
      hint: 'Another command may have taken the site over: look at it before you build again.',
    });
  }
  return new Failure('machine', `${lock} was lost to another command.`, {
    hint: 'The site is what that command makes of it. Was this one asleep?',
  });
}

/** Tells a lock from another one at the same place. */
interface LockIdentity {
  readonly ino: number;
  /** Null where it is not known. */
  readonly birthtimeMs: number | null;
}

/** Null when there is no lock. */
function identityOf(outDir: string): (LockIdentity & { readonly birthtimeMs: number }) | null {
  const found = statSync(besideSite(outDir, 'lock'), { throwIfNoEntry: false });
  return found === undefined ? null : { ino: found.ino, birthtimeMs: found.birthtimeMs };
}

/** Null also where the system cannot say: what may be lost is not relied on. */
function foundIdentity(outDir: string): ReturnType<typeof identityOf> {
  try {
    return identityOf(outDir);
  } catch {
    return null;
  }
}

function isSame(taken: LockIdentity, now: LockIdentity | null): boolean {
  if (now === null || now.ino !== taken.ino) return false;
  return taken.birthtimeMs === null || now.birthtimeMs === taken.birthtimeMs;
}

/**
 * The identity of the lock as far as renewing it does not change it: where a system does not know when
 * a file was made, Node says when it was changed. Null when there is no lock.
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
    // Made and changed in the same tick of the file system's clock, or one is told for the other.
    await new Promise((resolve) => setTimeout(resolve, tickMs));
    try {
      utimesSync(file, found.atime, found.mtime);
    } catch {
      // It is gone: what is then found there is not this one.
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
  try {
    makeFolder(path.dirname(outDir));
  } catch (error) {
    throw writeFailure(outDir, error);
  }
  const isAbandoned = watchRenewals(lock);
  for (let attempt = 1; ; attempt++) {
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
      if (attempt === attempts) {
        throw new Failure(
          'machine',
          `Another phagepress command is at work on ${shortPath(outDir)}.`,
          {
            hint: `Nothing was changed. Try again when it has ended; its lock is ${shortPath(lock)}.`,
            cause: error,
          },
        );
      }
      if (attempt === 1) onWait();
      await pause(signal);
      if (isAbandoned()) letGoStale(lock);
    }
  }
}

/** Ends early when the signal is aborted. */
function pause(signal: AbortSignal | null): Promise<void> {
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
 * Tells of a lock that is dated in the future, as by a clock that was wrong, whether it was left: then nobody
 * has renewed it in all the time after which any other is stale. Asked once a pause.
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

/** What is stale is taken over, by the rules for that. */
function letGoStale(lock: string): void {
  try {
    utimesSync(lock, 0, 0);
  } catch {
    // It is gone, or somebody else's.
  }
}
