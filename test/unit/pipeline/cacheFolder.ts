/** What lies in a folder of a cache. */
import { readdirSync } from 'node:fs';

export { tempFolder } from '../sources/tempFolder.ts';

/** The names of everything below a folder, in order. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}
