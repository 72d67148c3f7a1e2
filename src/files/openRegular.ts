/** Opens regular files without ever blocking: a pipe, a device or a folder may be in their place. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

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

/** Calls `use` with an open file, and closes it afterwards. */
export function closing<T>(handle: number, use: (handle: number) => T): T {
  try {
    return use(handle);
  } finally {
    closeSync(handle);
  }
}
