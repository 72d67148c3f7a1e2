/** `manifest.json`: the files of a release, a line each, in order of path. Its hash is the id of the release. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { attempt, DamagedCache, readFailure, saysNoFile } from '../base/failure.ts';
import { readOwn } from '../base/files.ts';
import type { Release } from '../contract/release.ts';
import { manifestFile } from '../contract/sitePaths.ts';
import { newline } from '../text/json.ts';
import { compareText } from '../text/order.ts';
import { isSha256, type PublishedFile, shortPath } from './fileList.ts';

/** A manifest in parts, a line per file; `files` are in order of path. */
export function* manifestOf(
  files: Iterable<PublishedFile>,
  // The whole text may be longer than a string can be.
  filesPerPart = 4096,
): Generator<Buffer> {
  let text = '{"files":[\n';
  let count = 0;
  for (const file of files) {
    if (count > 0) text += ',\n';
    if (count % filesPerPart === 0) {
      yield Buffer.from(text);
      text = '';
    }
    text += lineOf(file);
    count++;
  }
  yield Buffer.from(`${text}\n]}\n`);
}

/** Three times as fast as JSON.stringify of the object. */
function lineOf({ path: name, bytes, sha256 }: PublishedFile): string {
  return `{"path":${JSON.stringify(name)},"bytes":${bytes},"sha256":"${sha256}"}`;
}

/** The same as one string, from files in any order. */
export function renderManifest(files: readonly PublishedFile[]): string {
  const sorted = files.toSorted((a, b) => compareText(a.path, b.path));
  return Buffer.concat([...manifestOf(sorted)]).toString();
}

/**
 * The files in the manifest of the site at `siteDir`, to be passed through once: there may be a million. Null if there is no
 * manifest, or something else. Throws a Failure.
 */
export function readManifest(
  siteDir: string,
  release: Release | null,
): Iterable<PublishedFile> | null {
  const bytes = readIfThere(path.join(siteDir, manifestFile));
  if (bytes === null) return null;
  // Else anybody may have written it.
  const isVerified = hash('sha256', bytes) === release?.release;
  return isVerified ? filesIn(bytes) : (attempt(() => parseFiles(bytes)) ?? null);
}

/** Its bytes. Throws DamagedCache if it is not that of the release. */
export function readVerifiedManifest(
  siteDir: string,
  { release }: Pick<Release, 'release'>,
): Buffer {
  const bytes = attempt(() => readOwn(path.join(siteDir, manifestFile)));
  if (bytes === undefined) throw new DamagedCache(`${manifestFile} cannot be read`);
  if (hash('sha256', bytes) === release) return bytes;
  throw new DamagedCache(`${manifestFile} is not what was published`);
}

/** An unreadable file does not tell whose folder it is. */
export function readIfThere(file: string): Buffer | null {
  try {
    return readOwn(file);
  } catch (error) {
    if (saysNoFile(error)) return null;
    throw readFailure(shortPath(file), error);
  }
}

function parseFiles(manifest: Buffer): PublishedFile[] {
  const { files }: { files: PublishedFile[] } = JSON.parse(manifest.toString());
  if (!files.every(isPublishedFile)) throw new Error('no manifest');
  return files;
}

function isPublishedFile(file: PublishedFile): boolean {
  return (
    typeof file.path === 'string' &&
    Number.isSafeInteger(file.bytes) &&
    typeof file.sha256 === 'string'
  );
}

/** The files of a manifest that a build wrote. */
export function* filesIn(manifest: Buffer): Generator<PublishedFile> {
  for (const line of linesOf(manifest)) yield fileIn(line);
}

function fileIn(line: string): PublishedFile {
  const end = line.indexOf(pathEnd) + pathEnd.length;
  const bytes = Number(line.slice(end, -tailLength));
  return { path: pathOf(line) ?? '', bytes, sha256: line.slice(-hashEndLength, -'"}'.length) };
}

/** A file of two manifests. Where they differ in its bytes, it comes twice: as it was `before`, then as it is `now`. */
interface ComparedFile {
  readonly file: PublishedFile;
  readonly isIn: 'before' | 'now' | 'both';
}

/** The files of two manifests that builds wrote, in order of path. */
export function* compareManifests(before: Buffer, now: Buffer): Generator<ComparedFile> {
  const [olds, lines] = [linesOf(before), linesOf(now)];
  const nextOf = (some: typeof lines) => some.next().value ?? null;
  let old = nextOf(olds);
  for (const line of lines) {
    const file = fileIn(line);
    while (old !== null && old !== line && compareText(pathOf(old) ?? '', file.path) <= 0) {
      yield { file: fileIn(old), isIn: 'before' };
      old = nextOf(olds);
    }
    yield { file, isIn: old === line ? 'both' : 'now' };
    if (old === line) old = nextOf(olds);
  }
  for (; old !== null; old = nextOf(olds)) yield { file: fileIn(old), isIn: 'before' };
}

/** The path in a line of a manifest; undefined for none. Faster than JSON.parse of the line. */
function pathOf(line: string): string | undefined {
  const escaped = line.slice(pathStart.length, line.indexOf(pathEnd));
  return /[^ !#-[\]-~]/.test(escaped)
    ? attempt(() => JSON.parse(`"${escaped}"`) as string)
    : escaped;
}

/**
 * The file of a line of a manifest, which may be anybody's: its path is still to be checked. Null for a line that no build
 * writes.
 */
export function fileOf(line: string): PublishedFile | null {
  const file = pathOf(line) ?? '';
  const [, bytes = '', sha256 = ''] = tail.exec(line) ?? [];
  const read = { path: file, bytes: Number(bytes), sha256 };
  return isSha256(sha256) && lineOf(read) === line ? read : null;
}

export const pathStart = '{"path":"';
const pathEnd = '","bytes":';
const tail = /"bytes":(\d{1,15}),"sha256":"(.{64})"\}$/;
const hashEndLength = 64 + '"}'.length;
const tailLength = ',"sha256":"'.length + hashEndLength;

/** Its lines that are of files, without the commas between them. */
function* linesOf(manifest: Buffer): Generator<string, undefined> {
  // The first line opens the list, the last closes it.
  let start = manifest.indexOf(newline) + 1;
  for (
    let end = manifest.indexOf(newline, start);
    end >= 0;
    end = manifest.indexOf(newline, start)
  ) {
    const line = manifest.toString('utf8', start, manifest[end - 1] === comma ? end - 1 : end);
    if (line.startsWith('{')) yield line;
    start = end + 1;
  }
}

const comma = ','.charCodeAt(0);
