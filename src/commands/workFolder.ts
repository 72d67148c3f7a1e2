/** Folders for what a command writes for itself, in the system's folder for temporary files; abandoned ones are swept. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onExit } from 'signal-exit';
import { attempt, temporaryFailure } from '../base/failure.ts';
import { isRunning } from '../publishing/lock.ts';

/** Runs `use` with an empty folder, which is removed afterwards, even when a signal ends the process. */
export function withWorkFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  return withFolder((folder) => use(folder()));
}

/** Runs `use` with a function that names a file for what does not fit into memory; its folder is made only then. */
export function withSpillFile<T>(use: (spillFile: () => string) => Promise<T>): Promise<T> {
  return withFolder((folder) => use(() => path.join(folder(), 'spill')));
}

async function withFolder<T>(use: (folder: () => string) => Promise<T>): Promise<T> {
  const made: { folder: string | null; forget: () => void } = { folder: null, forget() {} };
  const folder = () => {
    if (made.folder !== null) return made.folder;
    const target = (made.folder = makeFolder());
    made.forget = onExit(() => {
      removeQuietly(target);
    });
    return target;
  };
  try {
    return await use(folder);
  } finally {
    made.forget();
    if (made.folder !== null) removeQuietly(made.folder);
  }
}

/** Throws a Failure. */
function makeFolder(): string {
  const target = path.join(tmpdir(), `phagepress-${process.pid}-`);
  try {
    attempt(sweepAbandoned);
    return mkdtempSync(target);
  } catch (error) {
    throw temporaryFailure(tmpdir(), error);
  }
}

// A running command writes a file in its folder more often than this; an older folder was abandoned.
const abandonedMs = 24 * 60 * 60 * 1000;

function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^phagepress-([0-9]+)-[^-]{6}$/.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const folder = path.join(tmpdir(), name);
    // The process may be in another container that shares the folder: judge by age, too.
    if (Date.now() - changedMs(folder) > abandonedMs) removeQuietly(folder);
  }
}

/** When the folder or a file in it was last written to: a file that grows leaves the time of its folder. */
function changedMs(folder: string): number {
  const names = attempt(() => readdirSync(folder)) ?? [];
  const times = [folder, ...names.map((name) => path.join(folder, name))].map(
    (one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...times);
}

function removeQuietly(folder: string): void {
  try {
    // A worker may still be writing into it.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // A later command sweeps it, or it belongs to another user.
  }
}
