/** A folder for what a check writes for itself, among the system's temporary files. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onExit } from 'signal-exit';
import { systemCode } from '../failure.ts';

/** Gives `use` an empty folder, which is gone afterwards, also when a signal ends the process. */
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

// A running check writes into its folder more often.
const abandonedMs = 24 * 60 * 60 * 1000;

/** Removes the folders of checks that were killed. */
function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^phagepress-([0-9]+)-[^-]{6}$/.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const folder = path.join(tmpdir(), name);
    // A container that shares the folder has processes that are not seen here.
    const changedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - changedMs > abandonedMs) removeQuietly(folder);
  }
}

/** Whether there is such a process, of whomever. */
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
    // A worker may be writing into it yet.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // It is swept by a later check, or is somebody else's to remove.
  }
}
