/** Two real ways to keep a build from writing on: a small disk that is filled up, and a limit on file sizes. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SteppedRun } from './steppedRun.ts';

export interface Shortage {
  readonly name: string;
  /** What the system calls it. */
  readonly code: string;
  /** Where the site lies, relative to the work folder. */
  readonly out: string;
  /** Before anything is built in the work folder. */
  readonly prepare: (cwd: string) => void;
  /** Lets the run, which is stopped, write nothing any more. */
  readonly begin: (cwd: string, run: SteppedRun) => void;
  readonly end: (cwd: string) => void;
  /** After the last use of the work folder. */
  readonly clear: (cwd: string) => void;
}

const fullDisk: Shortage = {
  name: 'on a disk that is full',
  code: 'ENOSPC',
  out: 'disk/dist',
  prepare(cwd) {
    mkdirSync(path.join(cwd, 'disk'));
    mount(path.join(cwd, 'disk'), '64m');
  },
  begin: (cwd) => fill(path.join(cwd, 'disk/filler')),
  end: (cwd) => rmSync(path.join(cwd, 'disk/filler')),
  clear: (cwd) => unmount(path.join(cwd, 'disk')),
};

// Works for any user, on every Linux.
const sizeLimit: Shortage = {
  name: 'under a limit on the size of files',
  code: 'EFBIG',
  out: 'dist',
  prepare() {},
  begin: (_, run) => void execFileSync('prlimit', ['--pid', String(run.pid), '--fsize=0:0']),
  end() {},
  clear() {},
};

/** The means that this machine has; the second it always has. */
export const shortages: readonly Shortage[] = canMount() ? [fullDisk, sizeLimit] : [sizeLimit];

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
    stdio: 'ignore',
  });
}

function unmount(folder: string): void {
  // Lazily: a process that is about to end may still hold a file there.
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'phagepress-mount-'));
  try {
    mount(folder, '1m');
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a file until nothing more fits. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      const chunk = Buffer.alloc(size, 'x');
      try {
        for (;;) writeSync(handle, chunk);
      } catch {
        // The next smaller chunk may still fit.
      }
    }
  } finally {
    closeSync(handle);
  }
}
