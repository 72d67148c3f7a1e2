/** Creates folders, with the true reason if one cannot be created. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../failure.ts';

/** Creates a folder and its missing parents. Throws the system's error. */
export function makeFolder(folder: string): void {
  try {
    // Faster than with `recursive`; usually the parent exists and the folder does not.
    mkdirSync(folder);
    return;
  } catch {
    // Created below, with its parents.
  }
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    // With `recursive`, Node reports "not found" for other errors, too, such as a read-only disk.
    makeEach(folder);
  }
}

function makeEach(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return;
    if (systemCode(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    makeEach(path.dirname(folder));
    mkdirSync(folder);
  }
}
