/** Where the records are on the pages, as a file in the cache that is named by its own hash. */
import { hash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { notesPathOf } from './cacheIndex.ts';
import { readVouched } from './readVouched.ts';

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
  return readVouched(notesPathOf(cacheDir, notesHash), notesHash);
}
