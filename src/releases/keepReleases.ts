/**
 * Stages `releases/`: the bulk files, manifest and `release.json` of each release that stays available. A folder of a release
 * is never rewritten; on disk its files are those of the site, as long as these are the same.
 */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
import { isOfSize, textIn } from '../base/files.ts';
import { bulkFolder, isWholeBulk, mediaFolder } from '../contract/bulkFiles.ts';
import {
  type HistoryFile,
  isShortId,
  type Keep,
  keptAbout,
  keptFolder,
  type KeptRelease,
  parseReleasesIndex,
  releasesIndex,
  renderReleasesIndex,
  shortId,
} from '../contract/history.ts';
import { manifestFile, releaseFile, releasesFolder, signatureFile } from '../contract/sitePaths.ts';
import { linkInto } from '../publishing/siteWriter.ts';
import { releaseIn } from '../publishing/switchLink.ts';
import { openRelease } from './openRelease.ts';
import { dateOf, type HistoryEffects, type HistoryPlace, putFile } from './stageChanges.ts';

/** A release to keep, and the folder that holds the folder of each, or the site itself. */
interface Kept {
  readonly kept: KeptRelease;
  readonly from: string;
}

/** How many releases a site keeps; null if it keeps none. */
export function keepOf(siteDir: string): Keep | null {
  return readIndex(siteDir)?.keep ?? (keptFolders(siteDir).length > 0 ? 'all' : null);
}

/** Stages the folder; returns its files, with the index. Throws a Failure where they cannot be written. */
export async function stageKeptReleases(
  { liveDir, live, besides, stagingDir, staged }: HistoryPlace,
  keep: Keep,
  { note, now }: HistoryEffects,
): Promise<HistoryFile[]> {
  const earlier: Kept[] = [];
  const add = (more: readonly Kept[]) => {
    for (const one of more)
      if (!earlier.some(({ kept }) => kept.release === one.kept.release)) earlier.push(one);
  };
  // After a rollback, others have releases that the live one does not know of.
  for (const dir of liveDir === null ? [] : [liveDir, ...besides]) {
    const listed = await readKept(dir, note);
    const own = dir === liveDir ? live : releaseIn(dir);
    const isListed = [...listed, ...earlier].some(({ kept }) => kept.release === own?.release);
    // Published before any were kept.
    if (own !== null && own.release !== staged.release && !isListed) {
      const changed = lstatSync(path.join(dir, releaseFile)).mtimeMs;
      add(await attemptToKeep(dir, dateOf(own, undefined, changed), note));
    }
    add(listed);
  }
  earlier.sort((a, b) => Date.parse(b.kept.date) - Date.parse(a.kept.date));
  const latest = earlier[0]?.kept.date;
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
      linkInto(path.join(from, name), path.join(stagingDir, file.path));
    }
  }
  const index = { latest: staged.release, keep, releases: releases.map(({ kept }) => kept) };
  return [
    ...releases.flatMap(({ kept }) => kept.files),
    putFile(stagingDir, liveDir, releasesIndex, renderReleasesIndex(index)),
  ];
}

/** The index of a site; null where there is none, or none that can be read. */
function readIndex(siteDir: string) {
  const text = textIn(path.join(siteDir, releasesIndex));
  return text === null ? null : parseReleasesIndex(text);
}

/** The folders of releases that lie in a site, whatever its index says. */
function keptFolders(siteDir: string): string[] {
  const names = attempt(() => readdirSync(path.join(siteDir, releasesFolder))) ?? [];
  return names.filter((name) => isShortId(name)).map((name) => `${releasesFolder}${name}/`);
}

/** The releases that a site keeps, of which all files are there; `note` is told of the others. */
async function readKept(siteDir: string, note: HistoryEffects['note']): Promise<Kept[]> {
  const index = readIndex(siteDir);
  if (index === null) {
    const found: Kept[] = [];
    for (const folder of keptFolders(siteDir)) {
      const dir = path.join(siteDir, folder);
      const changed = attempt(() => lstatSync(path.join(dir, releaseFile)).mtimeMs) ?? 0;
      const date = dateOf(releaseIn(dir) ?? {}, undefined, changed);
      found.push(...(await attemptToKeep(dir, date, note)));
    }
    if (found.length > 0) note(`${releasesIndex} is missing or damaged: it is made anew.`);
    return found;
  }
  return index.releases.flatMap((kept) => {
    const from = path.join(siteDir, kept.folder);
    const lost = lostOf(kept, from);
    if (lost !== null)
      note(`${kept.folder} is not kept: ${kept.folder}${lost} is not as its index says.`);
    return lost === null ? [{ kept, from }] : [];
  });
}

/** The first file of a kept release that is not there as a whole, as named in its folder, which is `from`; null if all are. */
function lostOf({ files, folder }: KeptRelease, from: string): string | null {
  const names = files.map(({ path: file, bytes }) => ({ name: file.slice(folder.length), bytes }));
  return names.find(({ name, bytes }) => !isOfSize(path.join(from, name), bytes))?.name ?? null;
}

/** Of the site in `dir`; none where it is damaged. */
async function attemptToKeep(
  dir: string,
  date: string,
  note: HistoryEffects['note'],
): Promise<Kept[]> {
  try {
    const kept = await keptOf(dir, date);
    const lost = lostOf(kept, dir);
    if (lost === null) return [{ kept, from: dir }];
    note(`${shortId(kept.release)} is not kept: ${lost} of it is damaged.`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(`A release is not kept: ${error.message}`);
  }
  return [];
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
  for (const file of [manifestFile, releaseFile, signatureFile]) {
    const bytes = await site.fetch(file);
    if (bytes === null) continue;
    files.push({ path: folder + file, bytes: bytes.length, sha256: hash('sha256', bytes) });
  }
  return { ...keptAbout(release), date, folder, files };
}
