/** Reads a stretch of an open file as a whole: one call may give less than there is. */
import { readSync } from 'node:fs';

/**
 * Fills `into` with the bytes from `from` on, or from where the last read without it ended when it is null.
 * Gives how many there were: fewer only where the file ends. Throws the system's error.
 */
export function readFully(handle: number, into: Uint8Array, from: number | null): number {
  let used = 0;
  while (used < into.length) {
    const at = from === null ? null : from + used;
    const more = readSync(handle, into, used, into.length - used, at);
    if (more === 0) break;
    used += more;
  }
  return used;
}
