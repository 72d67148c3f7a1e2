/**
 * What imports wrote, kept in `.imported/` below the data folder, so that edits by hand can be told from it. During an
 * import, what it writes lies there, too, until all is known. Genomes are too large to be kept twice.
 */
import {
  constants,
  copyFileSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Failure, systemCode } from '../failure.ts';
import { makeFolder } from '../publishing/makeFolder.ts';
import { writing } from '../publishing/siteWriter.ts';
import { sha256Of } from './sha256Of.ts';

const importedFolder = '.imported';

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;

export const isGenome = (file: string) => file.startsWith('genomes/');

/** Paths of files are those below the data folder. */
export interface ImportedCopy {
  readonly isThere: (file: string) => boolean;
  /** As the user sees it; null if it is no file. */
  readonly live: (file: string) => Buffer | null;
  /** With that hash: what an import wrote, or what the file holds. Null where neither has it. */
  readonly read: (file: string, sha256: string) => Buffer | null;
  /** Null where it was not kept: of genomes, and before imports kept any. */
  readonly kept: (file: string, sha256: string) => Buffer | null;
  /** Whether something of that size was kept. */
  readonly isKept: (file: string, bytes: number) => boolean;
  /** What `write` kept under a name that is no path of the data. */
  readonly keptNotes: (name: string) => Buffer | null;
  /** Keeps what an import writes. */
  readonly write: (file: string, bytes: Buffer) => void;
  readonly drop: (file: string) => void;
  /** Makes what was kept the file. */
  readonly publish: (file: string) => void;
  readonly replace: (file: string, bytes: Buffer) => void;
  readonly remove: (file: string) => void;
}

/** `dir` is a copy of the data folder at `data`, made of links. */
export function createImportedCopy(dir: string, data: string): ImportedCopy {
  // Nobody else changes the copy, so that each folder is examined and made once.
  const [own, made] = [new Set<string>(), new Set<string>()];
  const keptName = (file: string) => path.join(importedFolder, file);
  const pathOf = (name: string) => {
    const folder = path.dirname(name);
    if (!own.has(folder)) assertOwnFolders(dir, data, name);
    own.add(folder);
    return path.join(dir, name);
  };
  const bytesOf = (name: string) => {
    const at = pathOf(name);
    return lstatSync(at, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(at) : null;
  };
  const withHash = (bytes: Buffer | null, sha256: string) =>
    bytes !== null && sha256Of(bytes) === sha256 ? bytes : null;
  /** `put` never writes into what is there: that would change the file which it is a link to. */
  const write = (name: string, put: (target: string) => void) => {
    const target = pathOf(name);
    const folder = path.dirname(target);
    writing(path.join(data, name), () => {
      if (!made.has(folder)) makeFolder(folder);
      made.add(folder);
      try {
        put(target);
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
        rmSync(target);
        put(target);
      }
    });
  };
  return {
    isThere: (file) => lstatSync(pathOf(file), { throwIfNoEntry: false }) !== undefined,
    live: bytesOf,
    read: (file, sha256) =>
      withHash(bytesOf(keptName(file)), sha256) ?? withHash(bytesOf(file), sha256),
    kept: (file, sha256) => {
      // The copy may hold what this import writes by now.
      const at = path.join(data, keptName(file));
      const isFile = lstatSync(at, { throwIfNoEntry: false })?.isFile() === true;
      return isFile ? withHash(readFileSync(at), sha256) : null;
    },
    isKept(file, bytes) {
      const found = lstatSync(path.join(data, keptName(file)), { throwIfNoEntry: false });
      return found?.isFile() === true && found.size === bytes;
    },
    keptNotes: (name) => bytesOf(keptName(name)),
    write: (file, bytes) =>
      write(keptName(file), (target) => writeFileSync(target, bytes, { flag: 'wx' })),
    drop: (file) => rmSync(pathOf(keptName(file)), { force: true }),
    publish(file) {
      const from = pathOf(keptName(file));
      write(file, (target) => {
        if (isGenome(file)) renameSync(from, target);
        else copyFileSync(from, target, COPYFILE_FICLONE + COPYFILE_EXCL);
      });
    },
    replace: (file, bytes) => write(file, (target) => writeFileSync(target, bytes, { flag: 'wx' })),
    remove: (file) => rmSync(pathOf(file), { force: true }),
  };
}

/** Writing through a link to a folder would change files outside the data folder, and immediately. */
function assertOwnFolders(dir: string, data: string, file: string): void {
  const names = path.dirname(file).split('/');
  for (const at of names.keys()) {
    const folder = path.join(...names.slice(0, at + 1));
    const found = lstatSync(path.join(dir, folder), { throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) continue;
    const what = found.isSymbolicLink() ? 'a link' : 'no folder';
    throw new Failure(
      'data',
      `${path.join(data, folder)} is ${what}: imports write only into folders of the data folder.`,
      {
        hint: 'Move it away, or put the folder itself in its place.',
      },
    );
  }
}
