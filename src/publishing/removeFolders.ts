/** Removes folders of this program's making, however large, and keeps nobody waiting who does not want to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fse from 'fs-extra';

interface Patience {
  readonly patienceMs: number;
  /** Ends it early; null for nothing that does. */
  readonly signal: AbortSignal | null;
}

/**
 * Removes the folders, also where somebody took away the permission to change them. After `patienceMs`, or once
 * `signal` is aborted, they are removed behind the caller's back, also after this process has ended. Throws the
 * system's error where they cannot be removed.
 */
export async function removeFolders(folders: readonly string[], options: Patience): Promise<void> {
  if (folders.length === 0) return;
  const remover = startRemover(folders);
  const enough = new AbortController();
  const isDone = await Promise.race([endOf(remover), patience(options, enough.signal)]);
  enough.abort();
  remover.unref();
  if (isDone !== false) return;
  // There is no such program, or it may not.
  for (const folder of folders) await removeWhole(folder);
}

/** Twice as fast as this process would be, and not ended with it: Ctrl-C does not reach a session of its own. */
function startRemover(folders: readonly string[]): ChildProcess {
  return spawn('rm', ['-rf', '--', ...folders], { detached: true, stdio: 'ignore' });
}

/** Whether it has removed all. */
function endOf(remover: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    remover.once('error', () => resolve(false));
    remover.once('exit', (code) => resolve(code === 0));
  });
}

/** Null once patience is at its end. */
async function patience({ patienceMs, signal }: Patience, enough: AbortSignal): Promise<null> {
  const ended = signal === null ? enough : AbortSignal.any([signal, enough]);
  await delay(patienceMs, null, { signal: ended }).catch(() => null);
  return null;
}

async function removeWhole(folder: string): Promise<void> {
  try {
    await fse.remove(folder);
  } catch {
    allowChanges(folder);
    await fse.remove(folder);
  }
}

/** Gives back to a folder and those in it the permission to change them. */
function allowChanges(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) allowChanges(path.join(folder, entry.name));
  }
}
