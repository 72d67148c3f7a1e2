/** Lists the publisher's own files, and copies them into the site unchanged. */
import { createHash } from 'node:crypto';
import { closeSync, type Dirent, existsSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Failure, readFailure, saysNoFile } from '../base/failure.ts';
import { openRegular } from '../base/files.ts';
import { unfitStaticReason } from '../contract/aliases.ts';
import { differenceOf, foldName } from '../contract/recordName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { compareText } from '../text/order.ts';
import { isLitter } from '../text/words.ts';
import type { WrittenFiles } from './fileList.ts';
import { createSiteWriter, type SiteWriterOptions } from './siteWriter.ts';

export interface StaticFile {
  /** Below the base URL, with `/`. */
  readonly path: string;
  readonly place: string;
  readonly sha256: string;
}

const blockBytes = 1 << 20;

/**
 * Copies the files into the staging folder, where they must not collide with files of the build. Throws a Failure,
 * also for a file that changed since it was listed: its hash is part of the cache key.
 */
export async function stageStatic(
  files: readonly StaticFile[],
  taken: ReadonlySet<string>,
  place: SiteWriterOptions,
): Promise<WrittenFiles> {
  assertFree(files, taken);
  const writer = createSiteWriter({ ...place, precompress: [] });
  for (const { path: name, place: from, sha256 } of files) {
    const staged = await writer.putParts(name, blocksOf(from));
    if (staged?.sha256 === sha256) continue;
    throw new Failure('machine', `${from} was changed while the site was built.`, {
      hint: 'Nothing was touched. Build again once it is left alone.',
    });
  }
  return writer.written();
}

/** Throws a Failure for a file with the path of one of the site's own. */
export function assertFree(files: readonly StaticFile[], taken: Iterable<string>): void {
  const folded = new Set(Array.from(taken, foldName));
  const inTheWay = files.find((file) => folded.has(foldName(file.path)));
  if (inTheWay !== undefined) throw unfit(inTheWay.place, 'has the path of a file of the site');
}

function unfit(place: string, reason: string): Failure {
  return new Failure('usage', `${place} cannot be published as it is: it ${reason}.`, {
    hint: 'Nothing was touched. Remove it from the folder of --static, or give it another name. (The only hidden files that are published are .well-known/ and .nojekyll.)',
  });
}

/** A file in parts, each valid until the next; yields to the event loop between them. Throws a Failure. */
async function* blocksOf(place: string): AsyncGenerator<Uint8Array> {
  const reading = <T>(use: () => T): T => {
    try {
      return use();
    } catch (error) {
      throw readFailure(place, error);
    }
  };
  const handle = reading(() => openRegular(place));
  try {
    const block = Buffer.allocUnsafe(blockBytes);
    for (;;) {
      await setImmediate();
      const read = reading(() => readSync(handle, block));
      if (read === 0) return;
      yield block.subarray(0, read);
    }
  } finally {
    closeSync(handle);
  }
}

type Naming = Pick<SiteOptions, 'bulk' | 'html' | 'pages' | 'phageAliases'>;

/** All files of a folder, in order of path. Throws a Failure that names the first that the site cannot publish. */
export async function listStaticFiles(dir: string, site: Naming): Promise<StaticFile[]> {
  // Few sites have such files, and each command would load it.
  const { default: glob } = await import('fast-glob');
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
  // Stands for bytes that are not UTF-8 where there is no file with the sign itself in its name.
  if (name.includes('\uFFFD') && !existsSync(place))
    throw unfit(place, 'has a name that is not UTF-8');
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
      throw unfit(
        place,
        `differs from ${path.join(dir, other)} only by ${differenceOf(name, other)}`,
      );
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
  for await (const block of blocksOf(place)) digest.update(block);
  return digest.digest('hex');
}
