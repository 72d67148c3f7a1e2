/** Refuses to stage names beside their lower case where the file system is case-insensitive. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { shortPath } from './shortPath.ts';
import { writeFailure } from './siteWriter.ts';

const probe = 'Case-Probe';

/** Throws a Failure when the file system of `folder`, which exists, ignores case. */
export function assertTellsCase(folder: string, exists = existsSync): void {
  const file = path.join(folder, probe);
  try {
    writeFileSync(file, '');
  } catch (error) {
    throw writeFailure(file, error);
  }
  const isFound = exists(path.join(folder, probe.toLowerCase()));
  rmSync(file);
  if (!isFound) return;
  throw new Failure(
    'machine',
    `With --case-insensitive-names, a name lies beside the same in lower case; the file system of ${shortPath(folder)} takes them for one.`,
    { hint: 'Build on another file system with --out, or without --case-insensitive-names.' },
  );
}
