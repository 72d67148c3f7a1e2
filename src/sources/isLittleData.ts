/** Whether there is so little data that threads would start no sooner than one alone has done the work. */
import { opendirSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../failure.ts';
import { sourceKinds } from './source.ts';

// A file for each gene takes as long again as all else.
const littleBytes = { withGeneFiles: 4 << 20, without: 8 << 20 };
// Opening a file takes as long as reading so much.
const bytesOfEntry = 1 << 12;

/** Looks at no more of the folder than it must. `geneFiles`: whether a file is made for each gene. */
export function isLittleData(folder: string, geneFiles: boolean): boolean {
  let left = geneFiles ? littleBytes.withGeneFiles : littleBytes.without;
  const holds = (entry: string): boolean => {
    const found = statSync(entry, { throwIfNoEntry: false });
    left -= bytesOfEntry + (found?.isFile() === true ? found.size : 0);
    // Nobody knows how much compressed data is.
    if (left < 0 || entry.toLowerCase().endsWith('.gz')) return false;
    return found?.isDirectory() !== true || holdsAll(entry);
  };
  const holdsAll = (below: string): boolean => {
    const entries = opendirSync(below);
    try {
      for (let next = entries.readSync(); next !== null; next = entries.readSync()) {
        if (!holds(path.join(below, next.name))) return false;
      }
      return true;
    } finally {
      entries.closeSync();
    }
  };
  // What cannot be read is reported by what reads it.
  return attempt(() => sourceKinds.every((name) => holds(path.join(folder, name)))) ?? false;
}
