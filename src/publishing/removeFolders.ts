/** Removes folders that this program made, in the background if it takes long. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Patience {
  readonly patienceMs: number;
  /** Ends the wait early; null if nothing does. */
  readonly signal: AbortSignal | null;
}

/**
 * Removes the folders, even if write permission was taken away. After `patienceMs`, or once `signal` is aborted,
 * removal continues in a background process that outlives this one. Throws the system's error if they cannot be
 * removed.
 */
export async function removeFolders(folders: readonly string[], options: Patience): Promise<void> {
  if (folders.length === 0) return;
  // Twice as fast as in this process, and outlives it: detached, it does not receive Ctrl-C.
  const remover = spawn('rm', ['-rf', '--', ...folders], { detached: true, stdio: 'ignore' });
  const enough = new AbortController();
  const isDone = await Promise.race([endOf(remover), patience(options, enough.signal)]);
  enough.abort();
  remover.unref();
  if (isDone !== false) return;
  // The program does not exist, or has failed for lack of permission.
  for (const folder of folders) await removeWhole(folder);
}

function endOf(remover: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    remover.once('error', () => resolve(false));
    remover.once('exit', (code) => resolve(code === 0));
  });
}

/** Resolves to null after `patienceMs` or when the signal is aborted. */
async function patience({ patienceMs, signal }: Patience, enough: AbortSignal): Promise<null> {
  const ended = signal === null ? enough : AbortSignal.any([signal, enough]);
  await delay(patienceMs, null, { signal: ended }).catch(() => null);
  return null;
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
