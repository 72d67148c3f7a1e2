/** Reads the files of a site, and none that lie elsewhere; nothing is kept open or in memory between requests. */
import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRelease, type Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { Failure, systemCode } from '../failure.ts';

/** The bytes of a regular file; null when the site has none of that name. `file` is relative to `root`. */
export async function readSiteFile(root: string, file: string): Promise<Uint8Array | null> {
  return orMissing(async () => {
    const path = await locate(root, file);
    return path === null ? null : readFile(path);
  });
}

/** Where a regular file lies, how large it is and when it was written; null when the site has none of that name. */
export async function statSiteFile(
  root: string,
  file: string,
): Promise<{ readonly place: string; readonly bytes: number; readonly mtimeMs: number } | null> {
  return orMissing(async () => {
    const place = await locate(root, file);
    if (place === null) return null;
    const { size, mtimeMs } = await stat(place);
    return { place, bytes: size, mtimeMs };
  });
}

/** Whether `readSiteFile` would find the file. */
export async function hasSiteFile(root: string, file: string): Promise<boolean> {
  return (await orMissing(() => locate(root, file))) !== null;
}

/** What the site says of itself; throws a Failure when it is not one that phagepress built. */
export async function readRelease(root: string): Promise<Release> {
  const bytes = await readSiteFile(root, releaseFile);
  const release = bytes === null ? null : parseRelease(Buffer.from(bytes).toString());
  if (release !== null) return release;
  throw new Failure('data', `${root} is not a site built by phagepress.`, {
    hint: 'Run `phagepress build` first.',
  });
}

/** The path of a regular, readable file inside the root; null when there is none of exactly that name. */
async function locate(root: string, file: string): Promise<string | null> {
  // Anew for each request: a build may have put another folder in the root's place.
  const path = join(await realpath(root), file);
  // Neither a link, which could lead out of the site, nor a name in other letters where case is ignored.
  if ((await realpath(path)) !== path) return null;
  // Asked before opening: to open a named pipe would wait for its other end.
  if (!(await stat(path)).isFile()) return null;
  // http-server ends the process over a file that it may not read.
  await access(path, constants.R_OK);
  return path;
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

async function orMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (missingCodes.has(systemCode(error) ?? '')) return null;
    throw error;
  }
}
