/** Lists the publisher's own files, and rejects those that cannot be published. */
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { foldName } from '../contract/recordName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { unfitStaticReason } from '../contract/staticNames.ts';
import { Failure, readFailure, saysNoFile } from '../failure.ts';
import { compareText } from '../text/compareText.ts';
import { isLitter } from '../text/litter.ts';
import { readBlocks, type StaticFile, unfit } from './stageStatic.ts';

type Naming = Pick<SiteOptions, 'bulk' | 'pages' | 'phageAliases'>;

/** All files of a folder, in order of path. Throws a Failure that names the first that the site cannot publish. */
export async function listStaticFiles(dir: string, site: Naming): Promise<StaticFile[]> {
  const names = glob
    .sync('**', {
      cwd: dir,
      dot: true,
      followSymbolicLinks: false,
      // A glob pattern does not match every possible name: each entry is checked here first.
      fs: { readdirSync: checkedEntries(dir, site) },
    })
    .sort(compareText);
  const files: StaticFile[] = [];
  for (const name of names) {
    const place = path.join(dir, name);
    files.push({ path: name, place, sha256: await hashOf(place) });
  }
  assertApart(dir, files);
  assertNoSibling(dir, files);
  return files;
}

/** Lists a folder as `readdirSync` does, without litter. Throws a Failure for an entry that cannot be published. */
function checkedEntries(dir: string, site: Naming): typeof readdirSync {
  const read = (folder: string) => {
    const below = path.relative(dir, folder);
    return entriesOf(path.join(dir, below)).filter((entry) => {
      if (isLitter(entry.name)) return false;
      assertFit(dir, path.posix.join(below.split(path.sep).join('/'), entry.name), entry, site);
      return true;
    });
  };
  // It is only ever called with `withFileTypes`.
  return read as unknown as typeof readdirSync;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!saysNoFile(error)) throw readFailure(folder, error);
    throw new Failure('usage', `There is no folder ${folder} with files of your own.`, {
      hint: 'Name the folder whose files are to be published beside the site with --static.',
      cause: error,
    });
  }
}

function assertFit(dir: string, name: string, entry: Dirent, site: Naming): void {
  const place = path.join(dir, name);
  if (entry.isSymbolicLink()) throw unfit(place, 'is a symbolic link');
  if (!entry.isDirectory() && !entry.isFile()) throw unfit(place, 'is no regular file');
  const reason = unfitStaticReason(name, site);
  if (reason !== null) throw unfit(place, reason);
}

/** A case-insensitive file system would keep only one of the two. */
function assertApart(dir: string, files: readonly StaticFile[]): void {
  const seen = new Map<string, string>();
  for (const { path: name, place } of files) {
    const other = seen.get(foldName(name));
    if (other !== undefined)
      throw unfit(place, `differs from ${path.join(dir, other)} only by case`);
    seen.set(foldName(name), name);
  }
}

/** Hosts that serve compressed forms would answer `a.js.gz` for `a.js`, whatever it contains. */
function assertNoSibling(dir: string, files: readonly StaticFile[]): void {
  const names = new Set(files.map((file) => file.path));
  for (const { path: name, place } of files) {
    const plain = name.replace(/\.(?:gz|br)$/, '');
    if (plain === name || !names.has(plain)) continue;
    throw unfit(
      place,
      `is a compressed form of ${path.join(dir, plain)}, which hosts would answer instead`,
    );
  }
}

async function hashOf(place: string): Promise<string> {
  const digest = createHash('sha256');
  await readBlocks(place, (block) => digest.update(block));
  return digest.digest('hex');
}
