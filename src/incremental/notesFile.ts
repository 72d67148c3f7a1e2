/** Where the records are on the pages, as a file in the cache that is named by its own hash. */
import { hash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { DamagedCache } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';
import { notesPathOf } from './cacheIndex.ts';

/** Writes the file; returns its hash. Throws the system's error. */
export function writeNotes(cacheDir: string, notes: Uint8Array): string {
  const notesHash = hash('sha256', notes);
  const file = notesPathOf(cacheDir, notesHash);
  rmSync(file, { force: true });
  writeFileSync(file, notes, { flag: 'wx' });
  return notesHash;
}

/** Reads what `writeNotes` wrote. Throws DamagedCache when the file was changed. */
export function readNotes(cacheDir: string, notesHash: string): Buffer {
  const file = notesPathOf(cacheDir, notesHash);
  let notes: Buffer;
  try {
    notes = readOwn(file);
  } catch {
    throw new DamagedCache(`${file} cannot be read`);
  }
  if (hash('sha256', notes) !== notesHash) throw new DamagedCache(`${file} is damaged`);
  return notes;
}
