/** Reads files of the site, and none outside it; only the release is kept between requests. */
import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseRelease, type Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { Failure, systemCode } from '../failure.ts';
import { closing, openRegular } from '../files/openRegular.ts';

// Synchronous reads: for small files they take a third of the time, and a preview has few users.

/** The bytes of a regular file; null if the site has no such file. `file` is relative to `root`. */
export function readSiteFile(root: string, file: string): Uint8Array | null {
  return orMissing(() => {
    const place = locate(root, file);
    return place === null ? null : closing(openRegular(place), (handle) => readFileSync(handle));
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

/** Two changes within this time may leave the same timestamp. */
const doubtfulMs = 2000;

/**
 * Returns a reader of the site's release, which throws as `readRelease` does. It reads again when the file may have
 * changed: a build may publish at any time.
 */
export function knownRelease(root: string): () => Release {
  let known: { readonly mark: string; readonly release: Release } | null = null;
  return () => {
    const mark = markOf(join(root, releaseFile));
    if (mark !== null && known?.mark === mark) return known.release;
    const release = readRelease(root);
    known = mark === null ? null : { mark, release };
    return release;
  };
}

/** Identifies a version of the file by its metadata; null when that is not reliable yet. */
function markOf(file: string): string | null {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || Date.now() - Number(stats.ctimeMs) < doubtfulMs) return null;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
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
