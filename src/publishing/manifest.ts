/** `manifest.json`: every published file with its size and hash, in order of path. */
import { hash } from 'node:crypto';
import path from 'node:path';
import type { Release } from '../contract/release.ts';
import { manifestFile } from '../contract/sitePaths.ts';
import { attempt, DamagedCache, readFailure, saysNoFile } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';
import type { PublishedFile } from './fileList.ts';
import { compareText } from '../text/compareText.ts';
import { shortPath } from './shortPath.ts';

/** The text of a manifest in pieces, a line per file; `files` are in order of path. */
export function* manifestOf(
  files: Iterable<PublishedFile>,
  // The whole text may be longer than a string can be.
  filesPerPiece = 4096,
): Generator<string> {
  let piece = '{"files":[\n';
  let count = 0;
  for (const { path: name, bytes, sha256 } of files) {
    if (count > 0) piece += ',\n';
    if (count % filesPerPiece === 0) {
      yield piece;
      piece = '';
    }
    // Three times as fast as JSON.stringify of an object.
    piece += `{"path":${JSON.stringify(name)},"bytes":${bytes},"sha256":"${sha256}"}`;
    count++;
  }
  yield `${piece}\n]}\n`;
}

/** The same as one string, from files in any order. */
export function renderManifest(files: readonly PublishedFile[]): string {
  return [...manifestOf(files.toSorted((a, b) => compareText(a.path, b.path)))].join('');
}

interface Manifest {
  readonly files: PublishedFile[];
  /** Its hash, as the release states it. */
  readonly sha256: string;
}

/** The manifest of the site at `siteDir`; null if there is none. Throws a Failure. */
export function readManifest(siteDir: string): Manifest | null {
  const file = path.join(siteDir, manifestFile);
  let bytes: Buffer;
  try {
    bytes = readOwn(file);
  } catch (error) {
    if (saysNoFile(error)) return null;
    throw readFailure(shortPath(file), error);
  }
  const files = attempt(() => filesIn(bytes)) ?? null;
  return files === null ? null : { files, sha256: hash('sha256', bytes) };
}

/** The same, if the manifest has the hash that the release states. Throws DamagedCache if not. */
export function readVouchedManifest(
  siteDir: string,
  { release }: Pick<Release, 'release'>,
): PublishedFile[] {
  const bytes = attempt(() => readOwn(path.join(siteDir, manifestFile)));
  if (bytes === undefined) throw new DamagedCache(`${manifestFile} cannot be read`);
  const files = hash('sha256', bytes) === release ? filesIn(bytes) : null;
  if (files === null) throw new DamagedCache(`${manifestFile} is not what was published`);
  return files;
}

function filesIn(manifest: Buffer): PublishedFile[] | null {
  const value: { files: PublishedFile[] } = JSON.parse(manifest.toString());
  return value.files.every(isPublishedFile) ? value.files : null;
}

function isPublishedFile(file: PublishedFile): boolean {
  return (
    typeof file.path === 'string' &&
    Number.isSafeInteger(file.bytes) &&
    typeof file.sha256 === 'string'
  );
}
