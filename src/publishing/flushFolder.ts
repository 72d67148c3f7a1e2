/** Flushes what was written to the disk before anything relies on it. */
import { execFile } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Failure, reasonOf, systemCode, systemHints } from '../failure.ts';
import { shortPath } from './shortPath.ts';

/**
 * Flushes everything below `folder`: with one call of `sync --file-system` where it exists, else each file and
 * folder. Throws a Failure, or the signal's reason.
 */
export async function flushFolder(folder: string, signal: AbortSignal): Promise<void> {
  if (await syncFileSystem(folder, signal)) return;
  await flush(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    signal.throwIfAborted();
    if (entry.isFile() || entry.isDirectory()) await flush(path.join(entry.parentPath, entry.name));
  }
}

/** Flushes the file system of a folder; false if there is no program for it. */
async function syncFileSystem(folder: string, signal: AbortSignal): Promise<boolean> {
  const env = { ...process.env, LC_ALL: 'C' };
  try {
    await promisify(execFile)('sync', ['--file-system', folder], { env, signal });
    return true;
  } catch (error) {
    // On Ctrl-C the child may end before this process has handled the signal.
    await setImmediate();
    signal.throwIfAborted();
    const said = complaintOf(error);
    if (said === null || /\b(?:option|usage)\b/i.test(said)) return false;
    throw flushFailure(folder, said);
  }
}

/** The error output of a program that failed by itself; null if it did not start or was killed. */
function complaintOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number')
    return null;
  const said = 'stderr' in error ? String(error.stderr).trim() : '';
  const reason = said.slice(said.lastIndexOf(':') + 1).trim();
  return reason === '' ? `sync ended with ${error.code}` : reason;
}

// Errors of systems that cannot flush a folder or a file opened for reading, or refuse to open it.
const unable = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES']);

/** Flushes a file, or a folder's entries where the system can. Throws a Failure. */
export async function flush(target: string): Promise<void> {
  try {
    const handle = await open(target, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (unable.has(systemCode(error) ?? '')) return;
    throw flushFailure(target, reasonOf(error), systemHints[systemCode(error) ?? '']);
  }
}

function flushFailure(target: string, reason: string, hint = systemHints['EIO']): Failure {
  const message = `Cannot flush ${shortPath(target)} to the disk: ${reason}.`;
  return new Failure('machine', message, { hint: `Nothing was published. ${hint ?? ''}` });
}
