/**
 * The hashes of inputs and imported files, kept beside the data folder with what the system says of each file: a file
 * of which it says the same is not read again. Without them, or where they are damaged or another version's, all are read.
 */
import { hash } from 'node:crypto';
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
import { programVersion } from '../installed.ts';
import { besideSite } from '../publishing/outFolder.ts';
import { folderEntries } from '../sources/discoverSources.ts';
import { type FileStamp, isSameStamp, lastChangeMs } from '../sources/source.ts';

export interface SizedStamp extends FileStamp {
  readonly size: number;
}

export type KnownHashes = ReturnType<typeof createKnownHashes>;

// Some file systems have times in steps of two seconds, and then in whole seconds; others in steps of the system's clock.
const [coarseMs, fineMs] = [2000, 20];

/** Names are paths relative to the data folder. */
export function createKnownHashes(data: string) {
  const file = besideSite(data, 'hashes');
  type Row = [
    name: string,
    ino: number,
    size: number,
    mtime: number,
    ctime: number,
    sha256: string,
  ];
  const rows = readSealed(attempt(() => readFileSync(file)) ?? null);
  const known = new Map((JSON.parse(rows ?? '[]') as Row[]).map((row) => [row[0], row]));
  let hasNew = false;
  return {
    /** Null if the hash of a file with this stamp is not known. */
    get(name: string, stamp: SizedStamp): string | null {
      const [, ino = 0, size, mtimeMs = 0, ctimeMs = 0, sha256 = ''] = known.get(name) ?? [];
      return size === stamp.size && isSameStamp({ ino, mtimeMs, ctimeMs }, stamp) ? sha256 : null;
    },
    /**
     * Notes the hash of a file that was read after `takenMs`, when the stamp was taken. One that changed just before may
     * have changed again without another time.
     */
    note(
      name: string,
      stamp: SizedStamp,
      about: { readonly sha256: string; readonly takenMs: number; readonly changedMs?: number },
    ): void {
      const { sha256, takenMs, changedMs = lastChangeMs(stamp) } = about;
      const { ino, size, mtimeMs, ctimeMs } = stamp;
      if (changedMs >= takenMs - (mtimeMs % 1000 === 0 ? coarseMs : fineMs)) return;
      known.set(name, [name, ino, size, mtimeMs, ctimeMs, sha256]);
      hasNew = true;
    },
    /** Keeps those of which `isUsed` is true for the next import. */
    keep(isUsed: (name: string) => boolean): void {
      if (!hasNew) return;
      const used = JSON.stringify([...known.values()].filter(([name]) => isUsed(name)));
      // If it cannot be written, all is read again.
      attempt(() => {
        rmSync(file, { force: true });
        writeFileSync(file, sealed(used), { flag: 'wx' });
      });
    },
  };
}

// To be raised if imports write or read files otherwise within a version of the program.
const readingVersion = 1;

/** The text behind a hash of it and of the program's version: another one may mean something else by it. */
export function sealed(text: string): Buffer {
  return Buffer.from(`${sha256Of(`${programVersion()} ${readingVersion} ${text}`)}\n${text}`);
}

/** Null if there is none, or not as this version writes it. */
export function readSealed(bytes: Buffer | null): string | null {
  const text = bytes?.toString().replace(/^.*\n/, '') ?? '';
  return bytes?.equals(sealed(text)) === true ? text : null;
}

/** What the system says of all files and folders of a data folder: shows which changed while an import was at work. */
export interface DataStamps {
  /** By path below the folder. */
  readonly stamps: ReadonlyMap<string, SizedStamp & { readonly isFile: boolean }>;
  readonly takenMs: number;
}

// The times of a folder change with what is in it, which has stamps of its own.
const folderStamp = { ino: 0, size: 0, mtimeMs: 0, ctimeMs: 0, isFile: false };

export function stampData(data: string): DataStamps {
  const stamps = new Map<string, SizedStamp & { readonly isFile: boolean }>();
  const takenMs = Date.now();
  const add = (below: string) => {
    for (const { name, kind } of folderEntries(path.join(data, below))) {
      const file = below === '' ? name : `${below}/${name}`;
      if (kind === 'folder') {
        stamps.set(file, folderStamp);
        add(file);
      } else {
        const stat = lstatSync(path.join(data, file));
        const { ino, size, mtimeMs, ctimeMs } = stat;
        stamps.set(file, { ino, size, mtimeMs, ctimeMs, isFile: stat.isFile() });
      }
    }
  };
  if (lstatSync(data, { throwIfNoEntry: false })?.isDirectory() === true) add('');
  return { stamps, takenMs };
}

/** Files that were edited or added during the import would be lost by the swap. */
export function assertUntouched(data: string, { stamps }: DataStamps): void {
  const now = stampData(data).stamps;
  const differs = [...new Set([...stamps.keys(), ...now.keys()])].find((file) => {
    const [one, other] = [stamps.get(file), now.get(file)];
    // Links to a file change its other time.
    return one?.ino !== other?.ino || one?.size !== other?.size || one?.mtimeMs !== other?.mtimeMs;
  });
  if (differs === undefined) return;
  throw new Failure('data', `${path.join(data, differs)} was changed during the import.`, {
    hint: 'Nothing was imported. Run it again.',
  });
}

export function sha256Of(bytes: string | Uint8Array): string {
  return hash('sha256', bytes);
}
