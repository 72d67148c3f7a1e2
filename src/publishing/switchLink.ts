/**
 * A site whose path is a symbolic link to the folder of a release (`--switch link`). One rename replaces the link, so that
 * no reader ever meets a moment without a site, and the folders of former releases stay, for `phagepress rollback`.
 */
import { existsSync, lstatSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
import { textIn } from '../base/files.ts';
import { type Keep, shortId } from '../contract/history.ts';
import { parseRelease, type Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { shortPath } from './fileList.ts';
import {
  besideSite,
  linkedFolder,
  newDiscardedFolder,
  newStagingFolder,
  releaseNumber,
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
  /** Null if it is damaged. */
  readonly release: Release | null;
}

// With fewer there would be nothing to go back to.
const leastKept = 2;

/** The folders of releases of the site at `out`, the latest first. */
export function releaseFolders(out: string): ReleaseFolder[] {
  const live = linkedFolder(out);
  const parent = path.dirname(out);
  const found = readdirSync(parent, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const number = releaseNumber(out, name);
    if (number === null || !entry.isDirectory()) return [];
    return [
      {
        name,
        number,
        isLive: name === live,
        // Read where it is asked for: there may be hundreds.
        get release() {
          return releaseIn(path.join(parent, name));
        },
      },
    ];
  });
  return found.sort((a, b) => b.number - a.number);
}

/** The folders of former releases, as paths, the latest first. */
export function formerFolders(out: string): string[] {
  const former = releaseFolders(out).filter(({ isLive, release }) => !isLive && release !== null);
  return former.map(({ name }) => path.join(path.dirname(out), name));
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
  keep: Keep,
  { lock, signal, disk = { flushFolder, swapFolders } }: PublishingEffects,
): Promise<void> {
  await disk.flushFolder(stagingDir, signal);
  const folders = releaseFolders(out);
  const isFolder = attempt(() => lstatSync(out).isDirectory()) === true;
  const next = (folders[0]?.number ?? 0) + 1;
  const nameOf = (number: number, id: string) =>
    `${releasePrefix(out)}${String(number).padStart(4, '0')}-${shortId(id)}`;
  const parent = path.dirname(out);
  const live = folders.find(({ isLive }) => isLive);
  // What was live until now comes right before the new one: others may be later, after a rollback.
  const isLater = live !== undefined && live !== folders[0];
  const name = nameOf(isFolder || isLater ? next + 1 : next, release);
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
  if (isLater && live.release !== null) {
    const { name: lived, release: was } = live;
    attempt(() =>
      renameSync(path.join(parent, lived), path.join(parent, nameOf(next, was.release))),
    );
  }
  await flush(parent);
  const most = keep === 'all' ? Infinity : Math.max(leastKept, keep);
  if (most === Infinity) return;
  for (const folder of formerFolders(out).slice(most - 1))
    attempt(() => renameSync(folder, newDiscardedFolder(out)));
}

/** The release in a folder; null if it is damaged. */
export function releaseIn(folder: string): Release | null {
  return parseRelease(textIn(path.join(folder, releaseFile)) ?? '');
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
 * under the lock of the site. Returns both, and the folders that are damaged. Throws a Failure where there is none.
 */
export async function rollBack(
  out: string,
  id: string | null,
): Promise<{
  readonly from: ReleaseFolder;
  readonly to: ReleaseFolder;
  readonly damaged: readonly string[];
}> {
  if (linkedFolder(out) === null) {
    const what = existsSync(out) ? 'keeps no former releases to go back to' : 'is not there';
    throw new Failure('usage', `${shortPath(out)} ${what}.`, {
      hint: 'Nothing was changed. Build with --switch link: then the folder of each release stays beside the site.',
    });
  }
  const folders = releaseFolders(out);
  const live = folders.find(({ isLive }) => isLive);
  const former = folders.filter(({ isLive, release }) => !isLive && release !== null);
  const isBefore = ({ number }: ReleaseFolder) => number < (live?.number ?? Infinity);
  const isNamed = ({ release }: ReleaseFolder) => release?.release.startsWith(id ?? '') === true;
  const to = id === null ? former.find(isBefore) : folders.find(isNamed);
  if (to === undefined || live === undefined) {
    const what = id === null ? 'before the live one' : `with an id that begins with ${id}`;
    throw new Failure('usage', `There is no release ${what} beside ${shortPath(out)}.`, {
      lines: folders.map((folder) => describeFolder(folder)),
      hint:
        former.length === 0
          ? 'Nothing was changed. There is no other: build the site again.'
          : 'Nothing was changed. Name one of these by its id, or at least its first 7 digits.',
    });
  }
  if (to !== live) {
    await pointAt(out, to.name);
    await flush(path.dirname(out));
  }
  const damaged = folders.filter(({ release }) => release === null).map(({ name }) => name);
  return { from: live, to, damaged };
}

/** In a line, for people. */
export function describeFolder({ name, release, isLive }: ReleaseFolder): string {
  if (release === null) return `${name}, which is damaged`;
  const { genes, phages } = release.collections;
  const date = release.release_date === undefined ? '' : ` of ${release.release_date}`;
  return `${shortId(release.release)}${date}: ${genes.count} genes, ${phages.count} phages${isLive ? ' (live)' : ''}`;
}
