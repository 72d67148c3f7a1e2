/** Opens and reads regular files without ever blocking: a pipe, a device or a folder may be in their place. */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  lstatSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { attempt, naming, systemCode } from './failure.ts';

/** A handle of a regular file; throws the system's error, or one with the code `ENOTFILE` for anything else. */
export function openRegular(file: string, flags = 0): number {
  // O_NONBLOCK: opening a pipe would otherwise wait for a writer.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw Object.assign(new Error('not a regular file'), { code: 'ENOTFILE' });
}

/** The same for a file that this program wrote, which is never a symbolic link. */
export function openOwn(file: string): number {
  return openRegular(file, constants.O_NOFOLLOW);
}

/** The content of such a file. Throws as `openRegular` does. */
export function readOwn(file: string): Buffer {
  return closing(openOwn(file), (handle) => readFileSync(handle));
}

/** The text of a file; null if it cannot be read. */
export function textIn(file: string): string | null {
  // As bytes first: with an encoding, Node aborts the process if closing the file fails.
  return attempt(() => readOwn(file).toString()) ?? null;
}

/** Calls `use` with an open file, and closes it afterwards. */
export function closing<T>(handle: number, use: (handle: number) => T): T {
  try {
    return use(handle);
  } finally {
    closeSync(handle);
  }
}

// Too short to be noticed, long enough that yielding costs almost nothing.
const turnMs = 20;

/**
 * Returns a function that yields to the event loop (to signals, the lock's renewal and progress) if it last did so long
 * ago; await it at each step of long work.
 */
export function takeTurns(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < turnMs) return;
    await setImmediate();
    since = now();
  };
}

/**
 * Fills `into` with the bytes from offset `from` on, or from the current position if null. Returns their number:
 * fewer only at the end of the file. Throws the system's error; with `file`, it names that.
 */
export function readFully(
  handle: number,
  into: Uint8Array,
  from: number | null,
  file?: string,
): number {
  if (file !== undefined) return naming(file, () => readFully(handle, into, from));
  let used = 0;
  while (used < into.length) {
    const at = from === null ? null : from + used;
    const more = readSync(handle, into, used, into.length - used, at);
    if (more === 0) break;
    used += more;
  }
  return used;
}

/** The start of a file, at most `maxBytes`; null if it does not exist. Throws any other system error. */
export function readStart(file: string, maxBytes: number): Buffer | null {
  let handle: number;
  try {
    // Does not follow a symbolic link, nor block on a pipe.
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  const bytes = Buffer.allocUnsafe(maxBytes);
  return bytes.subarray(
    0,
    closing(handle, () => readFully(handle, bytes, 0, file)),
  );
}

/** Whether there is a file of that size: hashing all of every release for each build would take too long. */
export function isOfSize(file: string, bytes: number): boolean {
  const found = attempt(() => lstatSync(file));
  return found?.isFile() === true && found.size === bytes;
}

/**
 * Creates a folder and its missing parents, one by one. Throws the system's error. With `recursive`, Node reports "not
 * found" for other errors, too, such as a read-only disk, and never returns below `/proc`.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = path.dirname(folder);
    if (systemCode(error) !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    try {
      mkdirSync(folder);
    } catch (again) {
      // Another thread may have created it meanwhile.
      if (!isFolder(folder)) throw again;
    }
  }
}

/** True also for a link to a folder. */
function isFolder(place: string): boolean {
  return attempt(() => statSync(place).isDirectory()) === true;
}
