/**
 * Examines the place of a site: there is nothing, a site that phagepress built, or something else, which is never
 * touched.
 */
import { chmodSync, type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { attempt, Failure, readFailure, systemCode } from '../base/failure.ts';
import { takeTurns } from '../base/files.ts';
import {
  changesIndex,
  type HistoryFile,
  historyFiles,
  isHistoryPath,
  releasesIndex,
} from '../contract/history.ts';
import { parseRelease, type Release } from '../contract/release.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { compareText } from '../text/order.ts';
import { isLitter, someNames } from '../text/words.ts';
import { listWritten, type PublishedFile, shortPath, type WrittenFiles } from './fileList.ts';
import { filesIn, readIfThere, readManifest, readVerifiedManifest } from './manifest.ts';
import { linkInto, type SiteWriterOptions } from './siteWriter.ts';

interface LiveRelease {
  readonly release: Release;
  /** Its manifest. Throws DamagedCache if it is not that of the release. */
  readonly manifest: () => Buffer;
}

/** When the files of a release were staged, by the clock of their disk. */
export interface StagedAt {
  readonly release: string;
  readonly ms: number;
}

/**
 * The release at `outDir`, or null when nothing is there. Throws a Failure when anything else is. Folders that did not
 * change since they were staged are not looked into.
 */
export async function readLiveRelease(
  outDir: string,
  stagedAt: StagedAt | null = null,
): Promise<LiveRelease | null> {
  let entries: string[];
  try {
    entries = await readdir(outDir);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    if (systemCode(error) === 'ENOTDIR') throw foreign(outDir, 'is a file');
    throw readFailure(shortPath(outDir), error);
  }
  const theirs = entries.filter((name) => !isLitter(name)).sort(compareText);
  if (theirs.length === 0) return null;
  const release = parseRelease(readIfThere(path.join(outDir, releaseFile))?.toString() ?? '');
  const published = readManifest(outDir, release);
  if (release === null || published === null) {
    if (release !== null) throw damaged(outDir, manifestFile);
    const [first] = published ?? [];
    if (first !== undefined) throw damaged(outDir, releaseFile);
    throw foreign(outDir, `holds ${someNames(theirs)}`);
  }
  const isStaged = stagedAt?.release === release.release;
  const since = isStaged ? stagedAt.ms : -Infinity;
  const history = historyFiles((file) => readIfThere(path.join(outDir, file))?.toString() ?? null);
  const all = await allAdded(outDir, published, since, { history });
  const own = ownWithoutIndex(outDir, history);
  const added = all.filter((name) => !isLitter(path.basename(name)) && !own(name));
  if (added.length === 0) return { release, manifest: () => readVerifiedManifest(outDir, release) };
  throw new Failure(
    'usage',
    `${shortPath(outDir)} holds ${someNames(added)}, which phagepress did not put there.`,
    {
      hint: 'Nothing was touched: a build replaces the whole folder. Keep such files in a folder of their own, and name it with --static: then each build publishes them.',
    },
  );
}

/** Tells whether a file or folder is one that builds make, below an index that is missing or damaged. */
function ownWithoutIndex(
  outDir: string,
  history: readonly Pick<HistoryFile, 'path'>[],
): (name: string) => boolean {
  const indexes = [changesIndex, releasesIndex];
  const lost = indexes.filter((index) => !history.some((file) => file.path === index));
  const tops = new Set(lost.map((index) => path.posix.dirname(index)));
  const isOwn = (name: string): boolean => {
    if (!tops.has(name.split('/', 1)[0] ?? '')) return false;
    const isFolder = attempt(() => lstatSync(path.join(outDir, name)).isDirectory()) === true;
    if (!isFolder) return isHistoryPath(name);
    return entriesOf(path.join(outDir, name)).every((entry) => isOwn(`${name}/${entry.name}`));
  };
  return isOwn;
}

function foreign(outDir: string, what: string): Failure {
  return new Failure('usage', `${shortPath(outDir)} ${what}, not a site built by phagepress.`, {
    hint: 'Nothing was touched. Name an empty or new folder with --out.',
  });
}

/** Without both files, the publisher's own files cannot be told from those of a build. */
function damaged(outDir: string, name: string): Failure {
  const place = shortPath(outDir);
  const message = `${place} was built by phagepress, but its ${name} is missing or damaged, so what else lies there cannot be told.`;
  return new Failure('usage', message, {
    hint: `Nothing was touched. If all in it is the site, remove ${place} and build again.`,
  });
}

/**
 * Removes what is in the folder of a site that was staged at that time, but not in its manifest, and restores the
 * permission to write into its folders.
 */
export async function removeAdded(
  siteDir: string,
  manifest: Buffer,
  stagedAtMs: number,
): Promise<void> {
  const added = await allAdded(siteDir, filesIn(manifest), stagedAtMs, {
    isFolderAdded: true,
    onChanged: (folder) => chmodSync(folder, lstatSync(folder).mode | 0o700),
  });
  for (const name of added) rmSync(path.join(siteDir, name), { recursive: true, force: true });
}

/**
 * The files and folders of a site that are neither in its manifest nor among those of its history, in order. `published`
 * are those in the manifest, in order.
 */
async function allAdded(
  outDir: string,
  published: Iterable<Pick<PublishedFile, 'path'>>,
  stagedAtMs: number,
  {
    history = [],
    isFolderAdded = false,
    onChanged = () => {},
  }: {
    readonly history?: readonly Pick<HistoryFile, 'path'>[];
    /** Whether a folder in the place of a published file was added, or only what is in it. */
    readonly isFolderAdded?: boolean;
    readonly onChanged?: (folder: string) => void;
  },
): Promise<string[]> {
  const rest = takeTurns();
  // The swap changed the first, whatever it holds.
  const changed = new Set(['']);
  // What should be in these.
  const files = new Set([manifestFile, releaseFile]);
  const folders = new Set<string>();
  let before = '';
  function* known() {
    for (const { path: file } of published) yield [file, stagedAtMs] as const;
    // Indexes name these: all of their folders that are there are looked at.
    for (const { path: file } of history) yield [file, -Infinity] as const;
  }
  for (const [file, sinceMs] of known()) {
    let parent = '';
    for (let end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) {
      const folder = file.slice(0, end);
      // All files of a folder stand together.
      if (!before.startsWith(file.slice(0, end + 1))) {
        await rest();
        if (changed.has(parent)) folders.add(folder);
        if (hasChanged(`${outDir}/${folder}`, sinceMs)) changed.add(folder);
      }
      parent = folder;
    }
    if (changed.has(parent)) files.add(file);
    before = file;
  }
  const added: string[] = [];
  const look = (folder: string) => {
    for (const entry of entriesOf(path.join(outDir, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (isFolder && folders.has(name)) continue;
      if (!files.has(name) || (isFolder && isFolderAdded)) added.push(name);
      else if (isFolder) look(name);
    }
  };
  for (const folder of changed) {
    await rest();
    onChanged(path.join(outDir, folder));
    look(folder);
  }
  return added.sort(compareText);
}

// What changed in the same moment may have the same stamp.
const sameMomentMs = 20;

/** False if it is no folder: then its parent has changed. */
function hasChanged(folder: string, stagedAtMs: number): boolean {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() !== true) return false;
    // Programs can set the first back, but not the second; disks without the second have the first.
    return Math.max(found.mtimeMs, found.ctimeMs) > stagedAtMs - sameMomentMs;
  } catch (error) {
    // A parent of it is a file now.
    if (systemCode(error) === 'ENOTDIR') return false;
    throw readFailure(shortPath(folder), error);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw readFailure(shortPath(folder), error);
  }
}

export interface AliasLink {
  /** Staged already. */
  readonly file: PublishedFile;
  /** Where to link it; relative to the site's root. */
  readonly path: string;
}

interface LinkAliasesTask extends Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'> {
  readonly links: readonly AliasLink[];
}

/** A worker's task: links staged files of phages again under their other names. Throws a Failure. */
export function linkAliases({ stagingDir, liveDir, links }: LinkAliasesTask): WrittenFiles {
  let unchanged = 0;
  const files = links.map(({ file, path: name }): PublishedFile => {
    const from = path.join(stagingDir, file.path);
    linkInto(from, path.join(stagingDir, name));
    if (liveDir !== null && isSameFile(path.join(liveDir, name), from)) unchanged++;
    return { ...file, path: name };
  });
  return listWritten(files, unchanged);
}

/** Whether both are one file, or one is a copy of the other: of the live site, there may be copies in the former one. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => lstatSync(file, { throwIfNoEntry: false }));
  return a !== undefined && a.size === b?.size && a.mtimeMs === b.mtimeMs;
}
