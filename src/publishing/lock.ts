/** One command at a time may change a site. */
import fs, { mkdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { Failure, systemCode } from '../failure.ts';
import { besideSite } from './besideSite.ts';
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

/**
 * Holds the lock of the site at `outDir` while `use` runs. Throws a Failure when another command keeps it;
 * `onWait` is told once when it has to be waited for. A lock can be lost: to a command that runs while
 * this one sleeps, or that took over the same stale lock. Whatever fails then fails because of that.
 */
export async function withSiteLock<T>(
  outDir: string,
  onWait: () => void,
  use: (lock: SiteLock) => Promise<T>,
): Promise<T> {
  let taken: LockIdentity | null = null;
  // A process that slept may have lost its lock without having been told yet.
  const isHeld = () => taken !== null && isSame(taken, identityOf(outDir));
  const release = await acquire(outDir, onWait, {
    onCompromised() {
      taken = null;
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
    throw new Failure('machine', `The lock of ${shortPath(outDir)} was lost to another command.`, {
      hint: 'The site is what that command makes of it. Was this one asleep?',
    });
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
  onWait: () => void,
  effects: Pick<lockfile.LockOptions, 'onCompromised' | 'fs'>,
): Promise<() => Promise<void>> {
  try {
    mkdirSync(path.dirname(outDir), { recursive: true });
  } catch (error) {
    throw writeFailure(outDir, error);
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await lockfile.lock(outDir, {
        lockfilePath: besideSite(outDir, 'lock'),
        realpath: false,
        stale: staleMs,
        update: renewMs,
        ...effects,
      });
    } catch (error) {
      if (systemCode(error) !== 'ELOCKED') {
        const isInTheWay = systemCode(error) === 'ENOTDIR';
        throw writeFailure(isInTheWay ? besideSite(outDir, 'lock') : outDir, error);
      }
      if (attempt === attempts) {
        throw new Failure(
          'machine',
          `Another phagepress command is at work on ${shortPath(outDir)}.`,
          {
            hint: 'Nothing was changed. Try again when it has ended.',
            cause: error,
          },
        );
      }
      if (attempt === 1) onWait();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
