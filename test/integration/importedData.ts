/** What an import wrote into the folder `data`, for tests. */
import fs from 'node:fs';
import path from 'node:path';
import type { GeneRecord } from '../../src/generated/records.ts';

export function recordsIn(cwd: string, file: string): GeneRecord[] {
  const lines = fs
    .readFileSync(path.join(cwd, 'data', file), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as GeneRecord);
}

/** How the provenance names this program. */
export const programSaid = `phagepress ${version()}`;

function version(): string {
  const text = fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
