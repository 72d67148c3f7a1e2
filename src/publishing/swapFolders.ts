/** Replaces one folder by another: atomically where the machine has a program for it, else by two renames. */
import { execFile } from 'node:child_process';
import { renameSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Moves `staged` to `live`, and what was there to `aside`; returns where that is now, null if there was nothing.
 * Throws the system's error, with everything restored unless that failed, too.
 */
export async function swapFolders(
  staged: string,
  live: string,
  aside: string,
): Promise<string | null> {
  if (isThere(live) && (await exchange(staged, live))) {
    try {
      renameSync(staged, aside);
      return aside;
    } catch {
      // The swap is done; the old folder is at the staged one's path.
      return staged;
    }
  }
  return renameFolders(staged, live, aside);
}

/** Like `swapFolders`, by renames alone. */
export function renameFolders(staged: string, live: string, aside: string): string | null {
  if (!isThere(live)) {
    renameSync(staged, live);
    return null;
  }
  // Synchronous, so that nothing runs in between.
  renameSync(live, aside);
  try {
    renameSync(staged, live);
  } catch (error) {
    renameSync(aside, live);
    throw error;
  }
  return aside;
}

function isThere(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false }) !== undefined;
}

// From util-linux 2.40 and coreutils 9.5: `renameat2` with RENAME_EXCHANGE, which Node does not offer.
const exchangers: readonly (readonly [program: string, ...options: string[]])[] = [
  ['exch'],
  ['mv', '--exchange', '--no-target-directory', '--'],
];

/** Exchanges two folders atomically; false if the machine cannot. */
async function exchange(one: string, other: string): Promise<boolean> {
  const before = statSync(one).ino;
  for (const [program, ...options] of exchangers) {
    await promisify(execFile)(program, [...options, one, other]).catch(() => {});
    // Judged by the result, whatever the program's exit code or output.
    if (isThere(other) && statSync(other).ino === before) return isThere(one);
  }
  return false;
}
