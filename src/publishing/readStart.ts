/** Reads the beginning of a file, however long it is. */
import { closeSync, constants, openSync } from 'node:fs';
import { systemCode } from '../failure.ts';
import { readFully } from './readFully.ts';

/** At most `maxBytes` of it; null when there is no such file. Throws what the system says of any other. */
export function readStart(file: string, maxBytes: number): Buffer | null {
  let handle: number;
  try {
    // Neither through a link, nor waiting for the other end of a pipe.
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const bytes = Buffer.allocUnsafe(maxBytes);
    return bytes.subarray(0, readFully(handle, bytes, 0));
  } finally {
    closeSync(handle);
  }
}
