/**
 * A site whose path is a symbolic link to the folder of a release (`--switch link`). One rename replaces the link, so that
 * no reader ever meets a moment without a site, and the folders of former releases stay, for `phagepress rollback`.
 */
import { lstatSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
import { readOwn } from '../base/files.ts';
import { shortId } from '../contract/history.ts';
import { parseRelease, type Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { shortPath } from './fileList.ts';
import {
  besideSite,
  linkedFolder,
  newDiscardedFolder,
  newStagingFolder,
  releasePrefix,
} from './outFolder.ts';
import { flush, flushFolder, type PublishingEffects, swapFolders } from './publishSite.ts';
import { writing } from './siteWriter.ts';

/** The folder of a release beside the link. */
interface ReleaseFolder {
  /** Its name. */
  readonly name: string;
  /** Counts up with each publication: no clock orders them. */
  readonly number: number;
  readonly isLive: boolean;
}

interface FoundRelease extends ReleaseFolder {
  readonly release: Release;
}

// With fewer there would be nothing to go back to.
const leastKept = 2;

/** The folders of releases of the site at `out`, the latest first. */
export function releaseFolders(out: string): ReleaseFolder[] {
  const prefix = releasePrefix(out);
  const live = linkedFolder(out);
  const parent = path.dirname(out);
  const found = readdirSync(parent).flatMap((name) => {
    const number = /^(\d{4,})-[0-9a-f]{16}$/.exec(name.slice(prefix.length))?.[1];
    if (!name.startsWith(prefix) || number === undefined) return [];
    return [{ name, number: Number(number), isLive: name === live }];
  });
  return found.sort((a, b) => b.number - a.number);
}

/**
 * Makes a staged site the one that the link at `out` leads to. What is there may be a folder: then this once there is a
 * moment without a site, unless the machine can exchange the two. Keeps so many folders, never fewer than two, and removes
 * the rest later. Throws a Failure, or the signal's reason; then nothing was published.
 */
export async function publishLinked(
  stagingDir: string,
  out: string,
  { release }: Pick<Release, 'release'>,
  keep: number | 'all',
  { lock, signal, disk = { flushFolder, swapFolders } }: PublishingEffects,
): Promise<void> {
  await disk.flushFolder(stagingDir, signal);
  const folders = releaseFolders(out);
  const isFolder = attempt(() => lstatSync(out).isDirectory()) === true;
  const next = (folders[0]?.number ?? 0) + 1;
  const nameOf = (number: number, id: string) =>
    `${releasePrefix(out)}${String(number).padStart(4, '0')}-${shortId(id)}`;
  const parent = path.dirname(out);
  const name = nameOf(isFolder ? next + 1 : next, release);
  lock.assertHeld();
  signal.throwIfAborted();
  writing(out, () => renameSync(stagingDir, path.join(parent, name)));
  let old: string | null;
  try {
    old = await pointAt(out, name);
  } catch (error) {
    // Swept with other staging folders.
    attempt(() => renameSync(path.join(parent, name), newStagingFolder(out)));
    throw error;
  }
  // The link leads to the new site: what was a folder before may stay where it is, and is swept then.
  const former = old === null ? null : releaseIn(old);
  if (old !== null && former !== null)
    attempt(() => renameSync(old, path.join(parent, nameOf(next, former.release))));
  await flush(parent);
  const most = keep === 'all' ? Infinity : Math.max(leastKept, keep);
  for (const folder of releaseFolders(out)
    .filter(({ isLive }) => !isLive)
    .slice(most - 1))
    attempt(() => renameSync(path.join(parent, folder.name), newDiscardedFolder(out)));
}

/** The release in a folder; null if it is damaged. */
function releaseIn(folder: string): Release | null {
  return parseRelease(attempt(() => readOwn(path.join(folder, releaseFile)).toString()) ?? '');
}

/** Lets the link at `out` lead to a folder beside it. Returns where a folder is now that was there; null for none. */
async function pointAt(out: string, name: string): Promise<string | null> {
  const link = newStagingFolder(out);
  writing(out, () => symlinkSync(name, link));
  if (attempt(() => lstatSync(out).isDirectory()) !== true) {
    writing(out, () => renameSync(link, out));
    return null;
  }
  return swapFolders(link, out, besideSite(out, 'old'));
}

/**
 * Lets the link lead to the folder of a former release: of that id or its beginning, or the one before the live one. Call it
 * under the lock of the site. Returns both. Throws a Failure where there is none.
 */
export async function rollBack(
  out: string,
  id: string | null,
): Promise<{ readonly from: FoundRelease | null; readonly to: FoundRelease }> {
  const folders = releaseFolders(out).flatMap((folder): FoundRelease[] => {
    const release = releaseIn(path.join(path.dirname(out), folder.name));
    return release === null ? [] : [{ ...folder, release }];
  });
  const live = folders.find(({ isLive }) => isLive) ?? null;
  if (linkedFolder(out) === null)
    throw new Failure('usage', `${shortPath(out)} keeps no former releases to go back to.`, {
      hint: 'Nothing was changed. Build with --switch link: then the folder of each release stays beside the site.',
    });
  const to = folders.find(({ number, release }) =>
    id === null ? live === null || number < live.number : release.release.startsWith(id),
  );
  if (to === undefined) {
    const lines = folders.map((folder) => describeFolder(folder));
    const what = id === null ? 'before the live one' : `with an id that begins with ${id}`;
    throw new Failure('usage', `There is no release ${what} beside ${shortPath(out)}.`, {
      lines,
      hint: 'Nothing was changed. Name one of these by its id, or at least its first 7 digits.',
    });
  }
  if (to !== live) {
    await pointAt(out, to.name);
    await flush(path.dirname(out));
  }
  return { from: live, to };
}

/** In a line, for people. */
export function describeFolder({ release, isLive }: FoundRelease): string {
  const { genes, phages } = release.collections;
  const date = release.release_date === undefined ? '' : ` of ${release.release_date}`;
  return `${shortId(release.release)}${date}: ${genes.count} genes, ${phages.count} phages${isLive ? ' (live)' : ''}`;
}
