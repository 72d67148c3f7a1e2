/** A release as one zip file for an archive: bulk files, schemas, what tells how to cite it, and the hashes of all. */
import { createHash, hash, randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { Failure } from '../base/failure.ts';
import { bulkFolder, isWholeBulk, mediaFolder } from '../contract/bulkFiles.ts';
import {
  citationPaths,
  manifestFile,
  releaseFile,
  schemasFolder,
  signatureFile,
} from '../contract/sitePaths.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { writing } from '../publishing/siteWriter.ts';
import { formatBytes } from '../text/words.ts';
import { openRelease } from './openRelease.ts';

const sumsFile = 'SHA256SUMS';

// What a zip file without extensions can hold; a few bytes more are needed for each file.
const mostBytes = 0xf000_0000;

const cited = new Set<string>(Object.values(citationPaths));
// Compressed already, or in a way of its own.
const isPacked = (file: string) => /\.(?:gz|tbi|parquet|br)$/.test(file);

/**
 * Writes the bundle of the site in a folder, each file as its manifest says. Equal sites give equal bytes. Returns its size, its
 * hash, and how many files are in it. Throws a Failure.
 */
export async function writeBundle(
  siteDir: string,
  target: string,
): Promise<{ readonly bytes: number; readonly sha256: string; readonly files: number }> {
  const site = await openRelease(siteDir);
  const chosen: Pick<PublishedFile, 'path' | 'sha256'>[] = [];
  let size = 0;
  for await (const file of site.files([bulkFolder, mediaFolder, schemasFolder, ...cited])) {
    const { path, bytes } = file;
    const isWanted =
      isWholeBulk(path, site.release) || path.startsWith(schemasFolder) || cited.has(path);
    if (!isWanted) continue;
    chosen.push(file);
    size += bytes;
  }
  if (!chosen.some(({ path }) => path.startsWith('bulk/'))) {
    throw new Failure('usage', `${siteDir} has no bulk files to put into a bundle.`, {
      hint: 'Nothing was written. Build the site without --no-bulk.',
    });
  }
  if (size > mostBytes) {
    throw new Failure(
      'usage',
      `The bundle would be larger than a zip file can be: ${formatBytes(size)}.`,
      {
        hint: 'Nothing was written. Leave forms out with --bulk, or archive the folder bulk/ itself.',
      },
    );
  }
  for (const path of [manifestFile, releaseFile, signatureFile]) {
    const bytes = await site.fetch(path);
    if (bytes !== null) chosen.push({ path, sha256: hash('sha256', bytes) });
  }
  const sums = chosen.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
  const written = `${target}.${randomBytes(4).toString('hex')}.new`;
  const handle = writing(target, () => openSync(written, 'wx'));
  let bytes = 0;
  const digest = createHash('sha256');
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error !== null) throw error;
    parts.push(part);
  });
  const flush = () =>
    writing(target, () => {
      for (const part of parts.splice(0)) {
        digest.update(part);
        for (let at = 0; at < part.length;) {
          const more = writeSync(handle, part, at);
          bytes += more;
          at += more;
        }
      }
    });
  const add = (name: string, content: Uint8Array) => {
    const entry = isPacked(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 9 });
    // The first day that a zip file can tell: the time of the build is no part of it.
    entry.mtime = new Date(1980, 0, 1);
    zip.add(entry);
    entry.push(content, true);
    flush();
  };
  try {
    add(sumsFile, Buffer.from(sums));
    for (const { path, sha256 } of chosen) add(path, await site.read(path, sha256));
    zip.end();
    flush();
    closeSync(handle);
    writing(target, () => renameSync(written, target));
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
  return { bytes, sha256: digest.digest('hex'), files: chosen.length + 1 };
}
