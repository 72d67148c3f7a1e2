/** Opens a source without ever waiting for it. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';

/** A handle for a regular file; throws the system's error, or one with the code `ENOTFILE` for a pipe or device. */
export function openSource(file: string): number {
  // To open a pipe would otherwise wait until somebody writes into it.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw Object.assign(new Error('not a regular file'), { code: 'ENOTFILE' });
}
