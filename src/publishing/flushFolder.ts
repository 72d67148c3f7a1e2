/** Makes sure that a folder's files are on the disk before anything relies on them. */
import { execFile } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Flushes every file below `folder`. Where there is `sync --file-system` one call does it; elsewhere each
 * file is flushed. Throws the system's error.
 */
export async function flushFolder(folder: string): Promise<void> {
  try {
    await promisify(execFile)('sync', ['--file-system', folder]);
  } catch {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) flush(path.join(entry.parentPath, entry.name));
    }
  }
}

/** Flushes a file, or the names in a folder where the system can. */
export function flush(target: string): void {
  const handle = openSync(target, 'r');
  try {
    fsyncSync(handle);
  } catch {
    // Not every system flushes folders, nor files that are open for reading.
  } finally {
    closeSync(handle);
  }
}
