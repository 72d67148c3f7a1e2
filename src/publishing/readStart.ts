/** Reads the beginning of a file. */
import { closeSync, constants, openSync } from 'node:fs';
import { systemCode } from '../failure.ts';
import { readFully } from './readFully.ts';

/** At most `maxBytes`; null if there is no such file. Throws any other error of the system. */
export function readStart(file: string, maxBytes: number): Buffer | null {
  let handle: number;
  try {
    // Neither through a symbolic link, nor blocking on a pipe.
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
