/** The files that an import reads: those named, and those below named folders. */
import { lstatSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, readFailure, saysNoFile } from '../failure.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { closing, openRegular } from '../files/openRegular.ts';
import { folderEntries } from '../sources/folderEntries.ts';
import { isLitter } from '../text/litter.ts';

export interface ImportInput {
  /** Relative to the working folder, with slashes: its name in reports. */
  readonly name: string;
  readonly absolutePath: string;
  readonly gzipped: boolean;
  /** False if it was only found in a folder: then a file of another kind is no error. */
  readonly isNamed: boolean;
}

/**
 * Sorted by code points within each folder; a file that is named twice is listed once. Skips `data` and built sites
 * inside folders: they are made from such inputs. Throws a Failure for anything that cannot be read.
 */
export function listInputs(paths: readonly string[], data: string): ImportInput[] {
  const inputs = new Map<string, ImportInput>();
  for (const given of paths) {
    const absolutePath = path.resolve(given);
    for (const [file, isNamed] of filesAt(absolutePath, data)) {
      const name = path.relative(process.cwd(), file).split(path.sep).join('/');
      const known = inputs.get(file);
      const input = { name, absolutePath: file, gzipped: isGzip(file), isNamed };
      if (known === undefined || isNamed) inputs.set(file, input);
    }
  }
  return [...inputs.values()];
}

const siteFiles = [manifestFile, releaseFile];

function isSame(folder: string, other: string): boolean {
  const found = statSync(other, { throwIfNoEntry: false });
  const { ino, dev } = statSync(folder);
  return found?.ino === ino && found.dev === dev;
}

/** Identifies a file in later imports: its path relative to the data folder, whatever the working folder is. */
export function inputId(data: string, file: string): string {
  return path.relative(data, file).split(path.sep).join('/');
}

/** Checks the first bytes, whatever the name. */
function isGzip(file: string): boolean {
  const start = Buffer.alloc(2);
  try {
    const handle = openRegular(file);
    closing(handle, () => readSync(handle, start));
  } catch (error) {
    throw readFailure(file, error);
  }
  return start[0] === 0x1f && start[1] === 0x8b;
}

function filesAt(target: string, data: string): [file: string, isNamed: boolean][] {
  try {
    const stat = statSync(target);
    if (stat.isDirectory()) return filesBelow(target, data).map((file) => [file, false]);
    if (stat.isFile()) return [[target, true]];
  } catch (error) {
    if (!saysNoFile(error)) throw readFailure(target, error);
    throw new Failure('usage', `There is no file ${target}.`);
  }
  throw new Failure('usage', `${target} is neither a file nor a folder.`);
}

function filesBelow(folder: string, data: string): string[] {
  const entries = folderEntries(folder);
  const isSite = siteFiles.every((file) => entries.some(({ name }) => name === file));
  if (isSite || isSame(folder, data)) return [];
  return entries.flatMap(({ name, isNamed, kind }) => {
    const target = path.join(folder, name);
    if (!isNamed || isLitter(name) || name.startsWith('.')) return [];
    if (kind === 'folder') return filesBelow(target, data);
    const isFile = kind === 'file' || (kind === 'link' && isFileBehind(target));
    return isFile ? [target] : [];
  });
}

/** Links to folders are not followed: they may form a cycle. */
function isFileBehind(link: string): boolean {
  try {
    return lstatSync(link).isSymbolicLink() && statSync(link).isFile();
  } catch {
    return false;
  }
}
