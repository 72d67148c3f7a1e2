/**
 * Examines the place of a site: there is nothing, a site that phagepress built, or something else, which is never
 * touched.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseRelease, type Release } from '../contract/release.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { Failure, readFailure, saysNoFile, systemCode } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';
import { compareText } from '../text/compareText.ts';
import { isLitter } from '../text/litter.ts';
import { someNames } from '../text/someNames.ts';
import type { PublishedFile } from './fileList.ts';
import { readManifest } from './manifest.ts';
import { shortPath } from './shortPath.ts';

/** The release at `outDir`, or null when nothing is there. Throws a Failure when anything else is. */
export async function readLiveRelease(outDir: string): Promise<Release | null> {
  let names: string[];
  try {
    names = await readdir(outDir);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    if (systemCode(error) === 'ENOTDIR') throw foreign(outDir, 'is a file');
    throw readFailure(shortPath(outDir), error);
  }
  const theirs = names.filter((name) => !isLitter(name)).sort(compareText);
  if (theirs.length === 0) return null;
  const release = parseRelease(readReleaseText(path.join(outDir, releaseFile)));
  const published = readManifest(outDir);
  if (release === null || published === null) {
    if (release !== null) throw damaged(outDir, manifestFile);
    if (published !== null && published.length > 0) throw damaged(outDir, releaseFile);
    throw foreign(outDir, `holds ${someNames(theirs)}`);
  }
  const added = await allAdded(outDir, published);
  if (added.length === 0) return release;
  throw new Failure(
    'usage',
    `${shortPath(outDir)} holds ${someNames(added)}, which phagepress did not put there.`,
    {
      hint: 'Nothing was touched: a build replaces the whole folder. Keep such files in a folder of their own, and name it with --static: then each build publishes them.',
    },
  );
}

/** Empty if there is none; an unreadable file does not tell whose folder it is. */
function readReleaseText(file: string): string {
  try {
    return readOwn(file).toString();
  } catch (error) {
    if (saysNoFile(error)) return '';
    throw readFailure(shortPath(file), error);
  }
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

const foldersPerTurn = 512;

/** The files and folders of a site that are not in its manifest, in order. */
async function allAdded(outDir: string, published: readonly PublishedFile[]): Promise<string[]> {
  const known = new Set([manifestFile, releaseFile, ...published.map((file) => file.path)]);
  const folders = new Set([...known].flatMap(foldersOf));
  const added: string[] = [];
  let folderCount = 0;
  const look = async (folder: string) => {
    // Yields from time to time, for progress: there may be a million folders.
    if (++folderCount % foldersPerTurn === 0) await setImmediate();
    for (const entry of entriesOf(path.join(outDir, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      // If a folder replaced a published file, everything in it was added.
      const isFolder = entry.isDirectory() && (folders.has(name) || known.has(name));
      if (isFolder) await look(name);
      else if (!known.has(name) && !isLitter(entry.name)) added.push(name);
    }
  };
  await look('');
  return added.sort(compareText);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw readFailure(shortPath(folder), error);
  }
}

/** The parent folders of a file: `a` and `a/b` for `a/b/c`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
