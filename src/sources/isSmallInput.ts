/** Whether there is so little data that one thread finishes it before others would have started. */
import { opendirSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../failure.ts';
import { sourceKinds } from './source.ts';

// Writing a file for each gene doubles the time.
const littleBytes = { withGeneFiles: 4 << 20, without: 8 << 20 };
// Opening a file takes as long as reading this many bytes.
const bytesOfEntry = 1 << 12;

/** Stops as soon as the answer is known. `geneFiles`: whether a file is made for each gene. */
export function isSmallInput(folder: string, geneFiles: boolean): boolean {
  let left = geneFiles ? littleBytes.withGeneFiles : littleBytes.without;
  const holds = (entry: string): boolean => {
    const found = statSync(entry, { throwIfNoEntry: false });
    left -= bytesOfEntry + (found?.isFile() === true ? found.size : 0);
    // The size of compressed data is unknown.
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
  // Whoever reads an unreadable entry reports it.
  return attempt(() => sourceKinds.every((name) => holds(path.join(folder, name)))) ?? false;
}
