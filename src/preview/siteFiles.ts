/** Reads files of the site, and none outside it; nothing is cached or kept open between requests. */
import { accessSync, closeSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseRelease, type Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { Failure, systemCode } from '../failure.ts';
import { openRegular } from '../files/openRegular.ts';

// Synchronous reads: for small files they take a third of the time, and a preview has few users.

/** The bytes of a regular file; null if the site has no such file. `file` is relative to `root`. */
export function readSiteFile(root: string, file: string): Uint8Array | null {
  return orMissing(() => {
    const place = locate(root, file);
    if (place === null) return null;
    const handle = openRegular(place);
    try {
      return readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  });
}

/** Path, size and modification time of a regular file; null if the site has no such file. */
export function statSiteFile(
  root: string,
  file: string,
): { readonly place: string; readonly bytes: number; readonly mtimeMs: number } | null {
  return orMissing(() => {
    const place = locate(root, file);
    if (place === null) return null;
    // Checked before the file is opened: opening a named pipe would block until there is a writer.
    const stats = statSync(place);
    if (!stats.isFile()) return null;
    // http-server crashes on a file that it cannot read.
    accessSync(place, constants.R_OK);
    return { place, bytes: stats.size, mtimeMs: stats.mtimeMs };
  });
}

/** Whether `readSiteFile` finds the file. */
export function hasSiteFile(root: string, file: string): boolean {
  return statSiteFile(root, file) !== null;
}

/** Reads the site's `release.json`; throws a Failure when it is not a site built by phagepress. */
export function readRelease(root: string): Release {
  const bytes = readSiteFile(root, releaseFile);
  const release = bytes === null ? null : parseRelease(Buffer.from(bytes).toString());
  if (release !== null) return release;
  throw new Failure('data', `${root} is not a site built by phagepress.`, {
    hint: 'Run `phagepress build` first.',
  });
}

/** The absolute path of a file inside the root; null if there is none of exactly that name. */
function locate(root: string, file: string): string | null {
  // Resolved for each request: a build may have replaced the folder.
  const path = join(realpathSync.native(root), file);
  // Rejects links, which may lead out of the site, and names that match only because the file system ignores case.
  return realpathSync.native(path) === path ? path : null;
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOTFILE', 'ENXIO']);

function orMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (missingCodes.has(systemCode(error) ?? '')) return null;
    throw error;
  }
}
