/** Reads a range of a file completely: a single call of the system may return less. */
import { constants, openSync, readSync } from 'node:fs';
import { naming, systemCode } from '../failure.ts';
import { closing } from '../files/openRegular.ts';

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
