/** Refuses to start when the disk is too full. */
import { statfs } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { formatBytes } from '../text/quantities.ts';
import { shortPath } from './shortPath.ts';

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
