/** `manifest.json`: the files of a release, a line each, in order of path. Its hash is the id of the release. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { attempt, DamagedCache, readFailure, saysNoFile } from '../base/failure.ts';
import { readOwn } from '../base/files.ts';
import { isBelow } from '../contract/history.ts';
import type { Release } from '../contract/release.ts';
import { manifestFile } from '../contract/sitePaths.ts';
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

interface Manifest {
  readonly files: PublishedFile[];
  /** Its hash, as the release states it. */
  readonly sha256: string;
}

/** The manifest of the site at `siteDir`; null if there is none. Throws a Failure. */
export function readManifest(siteDir: string): Manifest | null {
  const bytes = readIfThere(path.join(siteDir, manifestFile));
  const files = (bytes && attempt(() => filesIn(bytes))) ?? null;
  return bytes && files && { files, sha256: hash('sha256', bytes) };
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

/**
 * Which of `files`, in order of path, are not in a manifest as they are; and which paths of the manifest are none of
 * theirs.
 */
export function compareManifest(
  manifest: Buffer,
  files: Iterable<PublishedFile>,
): { readonly others: ReadonlySet<string>; readonly gone: readonly string[] } {
  const others = new Set<string>();
  const gone: string[] = [];
  const lines = linesOf(manifest);
  const next = () => lines.next().value ?? null;
  let old = next();
  for (const file of files) {
    const line = lineOf(file);
    while (old !== null && old !== line && compareText(pathOf(old) ?? '', file.path) < 0) {
      gone.push(pathOf(old) ?? '');
      old = next();
    }
    const isSame = old === line;
    if (!isSame) others.add(file.path);
    if (old !== null && (isSame || pathOf(old) === file.path)) old = next();
  }
  for (; old !== null; old = next()) gone.push(pathOf(old) ?? '');
  return { others, gone };
}

/** The path in a line of a manifest; undefined for none. Faster than JSON.parse of the line. */
export function pathOf(line: string): string | undefined {
  const escaped = line.slice(pathStart.length, line.indexOf(pathEnd));
  return /[^ !#-[\]-~]/.test(escaped)
    ? attempt(() => JSON.parse(`"${escaped}"`) as string)
    : escaped;
}

/** The file of a line of a manifest, which may be anybody's; null for a line that no build writes. */
export function fileOf(line: string): PublishedFile | null {
  const file = pathOf(line) ?? '';
  const [, bytes = '', sha256 = ''] = tail.exec(line) ?? [];
  const read = { path: file, bytes: Number(bytes), sha256 };
  return isSha256(sha256) && lineOf(read) === line && isBelow(file, '') ? read : null;
}

export const pathStart = '{"path":"';
const pathEnd = '","bytes":';
const tail = /"bytes":(\d{1,15}),"sha256":"(.{64})"\}$/;

/** Its lines that are of files, without the commas between them. */
export function* linesOf(manifest: Buffer): Generator<string, undefined> {
  // The first line opens the list, the last closes it.
  let start = manifest.indexOf('\n') + 1;
  for (let end = manifest.indexOf('\n', start); end >= 0; end = manifest.indexOf('\n', start)) {
    const line = manifest.toString('utf8', start, manifest[end - 1] === comma ? end - 1 : end);
    if (line.startsWith('{')) yield line;
    start = end + 1;
  }
}

const comma = ','.charCodeAt(0);
