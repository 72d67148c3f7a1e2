/** Opens files without ever waiting for one: what may stand in their place is a pipe, a device or a folder. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** A handle for a regular file; throws the system's error, or one with the code `ENOTFILE` for anything else. */
export function openRegular(file: string, flags = 0): number {
  // To open a pipe would otherwise wait until somebody writes into it.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw Object.assign(new Error('not a regular file'), { code: 'ENOTFILE' });
}

/** The same for a file of this program's making, which is never a link to one elsewhere. */
export function openOwn(file: string): number {
  return openRegular(file, constants.O_NOFOLLOW);
}

/** All of such a file. Throws as `openRegular` does. */
export function readOwn(file: string): Buffer {
  const handle = openOwn(file);
  try {
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
