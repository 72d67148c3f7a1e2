/** A temporary folder for the files of a check. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onExit } from 'signal-exit';
import { systemCode } from '../failure.ts';

/** Runs `use` with an empty folder, which is removed afterwards, even when a signal ends the process. */
export async function withWorkFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  sweepAbandoned();
  const folder = await mkdtemp(path.join(tmpdir(), `phagepress-${process.pid}-`));
  const remove = () => {
    removeQuietly(folder);
  };
  const forget = onExit(remove);
  try {
    return await use(folder);
  } finally {
    forget();
    remove();
  }
}

// A running check writes into its folder more often than this; an older one was abandoned.
const abandonedMs = 24 * 60 * 60 * 1000;

function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^phagepress-([0-9]+)-[^-]{6}$/.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const folder = path.join(tmpdir(), name);
    // The process may be in another container that shares the folder: judge by age, too.
    const changedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - changedMs > abandonedMs) removeQuietly(folder);
  }
}

/** Whether a process with this id exists, of any user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

function removeQuietly(folder: string): void {
  try {
    // A worker may still be writing into it.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // A later check sweeps it, or it belongs to another user.
  }
}
