/** Reads the files of a site, and none that lie elsewhere; nothing is kept open or in memory between requests. */
import { accessSync, closeSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseRelease, type Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { Failure, systemCode } from '../failure.ts';
import { openRegular } from '../files/openRegular.ts';

// At once, not by way of other threads: of small files that takes a third of the time, and who previews is alone.

/** The bytes of a regular file; null when the site has none of that name. `file` is relative to `root`. */
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

/** Where a regular file lies, how large it is and when it was written; null when the site has none of that name. */
export function statSiteFile(
  root: string,
  file: string,
): { readonly place: string; readonly bytes: number; readonly mtimeMs: number } | null {
  return orMissing(() => {
    const place = locate(root, file);
    if (place === null) return null;
    // Asked before anybody opens it: to open a named pipe would wait for its other end.
    const stats = statSync(place);
    if (!stats.isFile()) return null;
    // http-server ends the process over a file that it may not read.
    accessSync(place, constants.R_OK);
    return { place, bytes: stats.size, mtimeMs: stats.mtimeMs };
  });
}

/** Whether `readSiteFile` would find the file. */
export function hasSiteFile(root: string, file: string): boolean {
  return statSiteFile(root, file) !== null;
}

/** What the site says of itself; throws a Failure when it is not one that phagepress built. */
export function readRelease(root: string): Release {
  const bytes = readSiteFile(root, releaseFile);
  const release = bytes === null ? null : parseRelease(Buffer.from(bytes).toString());
  if (release !== null) return release;
  throw new Failure('data', `${root} is not a site built by phagepress.`, {
    hint: 'Run `phagepress build` first.',
  });
}

/** The path of what lies inside the root; null when there is nothing of exactly that name. */
function locate(root: string, file: string): string | null {
  // Anew for each request: a build may have put another folder in the root's place.
  const path = join(realpathSync.native(root), file);
  // Neither a link, which could lead out of the site, nor a name in other letters where case is ignored.
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
