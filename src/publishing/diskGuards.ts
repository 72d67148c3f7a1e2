/** Refuses to build on a disk that is too full, or on one that ignores the case of names if a site needs it. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { formatBytes } from '../text/quantities.ts';
import { shortPath } from './shortPath.ts';
import { writing } from './siteWriter.ts';

/** Throws a Failure when the file system of `folder`, which exists, has less than `bytes` free. */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Failure(
    'machine',
    `There is too little room in ${shortPath(folder)}: about ${formatBytes(bytes)} are needed, ${formatBytes(free)} are free.`,
    { hint: 'Nothing was changed. Free some space, or choose another disk with --out.' },
  );
}

const probe = 'Case-Probe';

/**
 * Throws a Failure when the file system of `folder`, which exists, ignores case; `option` names what needs it to be
 * case-sensitive.
 */
export function assertTellsCase(folder: string, option: string, exists = existsSync): void {
  const file = path.join(folder, probe);
  writing(file, () => writeFileSync(file, ''));
  const isFound = exists(path.join(folder, probe.toLowerCase()));
  rmSync(file);
  if (!isFound) return;
  throw new Failure(
    'machine',
    `With ${option}, each name is also written in lower case, but the file system of ${shortPath(folder)} does not tell the two apart.`,
    { hint: `Build on another file system with --out, or without ${option}.` },
  );
}
