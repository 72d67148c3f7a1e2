/** Creates folders, with the true reason if one cannot be created. */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt, systemCode } from '../failure.ts';

/**
 * Creates a folder and its missing parents, one by one. Throws the system's error. With `recursive`, Node reports "not
 * found" for other errors, too, such as a read-only disk, and never returns below `/proc`.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = path.dirname(folder);
    if (systemCode(error) !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    makeLast(folder);
  }
}

/** Another thread may have created it meanwhile. */
function makeLast(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

/** True also for a link to a folder. */
function isFolder(place: string): boolean {
  return attempt(() => statSync(place).isDirectory()) === true;
}
