/**
 * Stages `releases/`: the bulk files, manifest and `release.json` of each release that stays available. A folder of a release
 * is never rewritten; on disk its files are those of the site, as long as these are the same.
 */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
import { makeFolder, readOwn } from '../base/files.ts';
import { bulkFolder, isWholeBulk, mediaFolder } from '../contract/bulkFiles.ts';
import {
  type HistoryFile,
  keptFolder,
  type KeptRelease,
  parseReleasesIndex,
  releasesIndex,
  renderReleasesIndex,
} from '../contract/history.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { linkOrCopy, writing } from '../publishing/siteWriter.ts';
import { hash } from 'node:crypto';
import { openRelease } from './openRelease.ts';
import { dateOf, type HistoryEffects, type HistoryPlace, putFile } from './stageChanges.ts';

/** How many releases stay available, the current one included. */
export type Keep = number | 'all';

/** A release to keep, and the folder that holds the folder of each, or the site itself. */
interface Kept {
  readonly kept: KeptRelease;
  readonly from: string;
}

/** Stages the folder; returns its files, with the index. Throws a Failure where they cannot be written. */
export async function stageKeptReleases(
  { liveDir, live, stagingDir, staged }: HistoryPlace,
  keep: Keep,
  { note, now }: HistoryEffects,
): Promise<HistoryFile[]> {
  const former = liveDir === null ? null : readReleases(liveDir);
  const earlier = (former?.releases ?? []).map((kept): Kept => {
    return { kept, from: path.join(liveDir ?? '', kept.folder) };
  });
  const latest = earlier[0]?.kept.date;
  const isKnown = (release: string) => earlier.some(({ kept }) => kept.release === release);
  // Published before any were kept.
  if (
    liveDir !== null &&
    live !== null &&
    live.release !== staged.release &&
    !isKnown(live.release)
  ) {
    const changed = lstatSync(path.join(liveDir, releaseFile)).mtimeMs;
    const kept = await attemptToKeep(liveDir, dateOf(live, undefined, changed), note);
    if (kept !== null) earlier.unshift(kept);
  }
  const own = earlier.find(({ kept }) => kept.release === staged.release);
  const rest = earlier.filter((one) => one !== own);
  const date = own?.kept.date ?? dateOf(staged, latest, now());
  const current = await keptOf(stagingDir, date);
  const all: Kept[] = [{ kept: current, from: stagingDir }, ...rest];
  const most = keep === 'all' ? all.length : keep;
  for (const { kept } of all.slice(most))
    note(`${kept.folder} of ${kept.date} is not kept: --keep ${keep} keeps the latest.`);
  const releases = all.slice(0, most);
  for (const { kept, from } of releases) {
    for (const file of kept.files) {
      const name = file.path.slice(kept.folder.length);
      const target = path.join(stagingDir, file.path);
      writing(target, () => {
        makeFolder(path.dirname(target));
        linkOrCopy(path.join(from, name), target);
      });
    }
  }
  const index = { latest: staged.release, releases: releases.map(({ kept }) => kept) };
  return [
    ...releases.flatMap(({ kept }) => kept.files),
    putFile(stagingDir, liveDir, releasesIndex, renderReleasesIndex(index)),
  ];
}

/** The index of a site; null where there is none, or none that can be read. */
function readReleases(siteDir: string) {
  const text = attempt(() => readOwn(path.join(siteDir, releasesIndex)).toString());
  return text === undefined ? null : parseReleasesIndex(text);
}

async function attemptToKeep(
  siteDir: string,
  date: string,
  note: HistoryEffects['note'],
): Promise<Kept | null> {
  try {
    return { kept: await keptOf(siteDir, date), from: siteDir };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(`The last release is not kept: ${error.message}`);
    return null;
  }
}

/** What is kept of the site in a folder. Throws a Failure. */
async function keptOf(siteDir: string, date: string): Promise<KeptRelease> {
  const site = await openRelease(siteDir);
  const { release } = site;
  const folder = keptFolder(release.release);
  const files: HistoryFile[] = [];
  for await (const { path: file, bytes, sha256 } of site.files([bulkFolder, mediaFolder])) {
    if (isWholeBulk(file, release)) files.push({ path: folder + file, bytes, sha256 });
  }
  for (const file of [manifestFile, releaseFile]) {
    const { size } = lstatSync(path.join(siteDir, file));
    const sha256 =
      file === manifestFile ? release.release : hash('sha256', readOwn(path.join(siteDir, file)));
    files.push({ path: folder + file, bytes: size, sha256 });
  }
  const counts = Object.entries(release.collections).map(([name, { count }]) => [name, count]);
  return {
    release: release.release,
    date,
    version: release.version,
    counts: Object.fromEntries(counts),
    folder,
    files,
  };
}
