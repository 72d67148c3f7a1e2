/** Reads a byte range of an open file completely: a single call may return less. */
import { readSync } from 'node:fs';

/**
 * Fills `into` with the bytes from offset `from` on, or from the current position if null. Returns their number:
 * fewer only at the end of the file. Throws the system's error.
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
