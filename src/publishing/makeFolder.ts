/** Makes folders, and says truly why one cannot be made. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../failure.ts';

/** Makes a folder and those around it where they are missing. Throws the system's error. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    // Node says "not there" of whatever keeps it from making one of several, such as a disk that can only be read.
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
