/** Makes sure that what was written is on the disk before anything relies on it. */
import { execFile } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Failure, reasonOf, systemCode, systemHints } from '../failure.ts';
import { shortPath } from './shortPath.ts';

/**
 * Flushes everything below `folder`. Where there is `sync --file-system` one call does it; elsewhere each
 * file and folder is flushed. Throws a Failure, or why `signal` was aborted.
 */
export async function flushFolder(folder: string, signal: AbortSignal): Promise<void> {
  if (await syncFileSystem(folder, signal)) return;
  await flush(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    signal.throwIfAborted();
    if (entry.isFile() || entry.isDirectory()) await flush(path.join(entry.parentPath, entry.name));
  }
}

/** Flushes the file system of a folder; false where there is no program that does. */
async function syncFileSystem(folder: string, signal: AbortSignal): Promise<boolean> {
  const env = { ...process.env, LC_ALL: 'C' };
  try {
    await promisify(execFile)('sync', ['--file-system', folder], { env, signal });
    return true;
  } catch (error) {
    // Ctrl-C reaches the other program first.
    await setImmediate();
    signal.throwIfAborted();
    const said = complaintOf(error);
    if (said === null || /\b(?:option|usage)\b/i.test(said)) return false;
    throw flushFailure(folder, said);
  }
}

/** What a program said that ended by itself with a failure; null when it did not run, or not to its end. */
function complaintOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number')
    return null;
  const said = 'stderr' in error ? String(error.stderr).trim() : '';
  const reason = said.slice(said.lastIndexOf(':') + 1).trim();
  return reason === '' ? `sync ended with ${error.code}` : reason;
}

// What a system answers that cannot flush a folder, or a file that is open for reading; or will not let it be opened.
const unable = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES']);

/** Flushes a file, or the names in a folder where the system can. Throws a Failure. */
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
