/** Puts one folder in the place of another: in one step where the machine has a program for it, else in two. */
import { execFile } from 'node:child_process';
import { renameSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Moves `staged` to `live`, and what was there to `aside`; gives where that lies now, null where nothing was there.
 * Throws the system's error, with everything in its place again.
 */
export async function swapFolders(
  staged: string,
  live: string,
  aside: string,
): Promise<string | null> {
  if (!isThere(live)) {
    renameSync(staged, live);
    return null;
  }
  if (await exchange(staged, live)) {
    try {
      renameSync(staged, aside);
      return aside;
    } catch {
      // The swap is done; what was there lies in the staged folder's place.
      return staged;
    }
  }
  // Synchronous, so that nothing gets between the two.
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

// Of util-linux 2.40 and of coreutils 9.5: `renameat2` with RENAME_EXCHANGE, which Node does not offer.
const exchangers: readonly (readonly [program: string, ...options: string[]])[] = [
  ['exch'],
  ['mv', '--exchange', '--no-target-directory', '--'],
];

/** Lets two folders change places in one step; false where the machine cannot. */
async function exchange(one: string, other: string): Promise<boolean> {
  const before = statSync(one).ino;
  for (const [program, ...options] of exchangers) {
    await promisify(execFile)(program, [...options, one, other]).catch(() => {});
    // By what has come of it, whatever the program says or means.
    if (isThere(other) && statSync(other).ino === before) return isThere(one);
  }
  return false;
}
