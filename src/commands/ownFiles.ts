/**
 * Writes a host's files into a folder of the publisher's, with a file of their hashes. Only a file that still has its
 * hash is ever replaced, not one that was edited or that the publisher made.
 */
import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure, systemCode } from '../failure.ts';
import type { HostFile } from '../hosts/host.ts';
import type { Hosting } from '../hosts/hosting.ts';
import { contains, realPathOf } from '../publishing/outFolder.ts';
import { writeFailure } from '../publishing/siteWriter.ts';
import { compareText } from '../text/compareText.ts';
import { type HashedFile, hashLines, readHashLines } from '../text/hashLines.ts';

/** In the format of `sha256sum -c phagepress.sha256`, which lists the files that were edited. */
const recordFile = 'phagepress.sha256';

interface OwnFilesOptions {
  readonly out: string;
  /** The folder of the site, absolute. */
  readonly siteDir: string;
  /** Settings of the host's files, to suggest instead of an edit. */
  readonly hosting: readonly (keyof Hosting)[];
}

/** Writes all files or none. Throws a Failure that names the files in the way. */
export async function writeOwnFiles(
  files: readonly HostFile[],
  { out, siteDir, hosting }: OwnFilesOptions,
): Promise<void> {
  const record = path.join(out, recordFile);
  const written = readHashLines((await readIfThere(record)) ?? '');
  for (const file of files) {
    const target = path.join(out, file.path);
    await assertOutside(target, siteDir);
    const before = await readIfThere(target);
    if (before === null || before === file.text) continue;
    const known = written.filter((one) => one.path === file.path);
    if (known.length === 0) throw foreign(target);
    if (known.every(({ sha256 }) => sha256 !== hash('sha256', before)))
      throw edited(target, hosting);
  }
  const made = files.map((file) => ({ path: file.path, sha256: hash('sha256', file.text) }));
  // Both old and new hashes first: if interrupted, the next run recognises the files of either.
  await put(record, recordOf([...written, ...made]));
  for (const file of files) await put(path.join(out, file.path), file.text);
  const others = written.filter((one) => made.every((file) => file.path !== one.path));
  await put(record, recordOf([...others, ...made]));
}

/** The flag of a setting: `--server-name` for `serverName`. */
export function flagOf(name: keyof Hosting): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function recordOf(files: readonly HashedFile[]): string {
  return hashLines(files.toSorted((a, b) => compareText(a.path, b.path)));
}

async function assertOutside(target: string, siteDir: string): Promise<void> {
  if (!contains(siteDir, await realPathOf(target))) return;
  throw new Failure('usage', `${target} would lie in the site, and be published with it.`, {
    hint: 'Nothing was written. Choose a folder outside the site with --out.',
  });
}

function foreign(target: string): Failure {
  return new Failure('usage', `${target} is there already, with other content.`, {
    hint: 'Nothing was written. Remove it, or write elsewhere with --out and copy what you need.',
  });
}

function edited(target: string, hosting: readonly (keyof Hosting)[]): Failure {
  const flags = hosting.map(flagOf).join(', ');
  return new Failure('usage', `${target} was edited since it was written.`, {
    hint: `Nothing was written. If ${flags} or "hosting" in the configuration file can make the same change, set it there and remove the file; or write elsewhere with --out.`,
  });
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (['ENOENT', 'ENOTDIR'].includes(code)) return null;
    throw writeFailure(file, error);
  }
}

async function put(target: string, text: string): Promise<void> {
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  } catch (error) {
    throw writeFailure(target, error);
  }
}
