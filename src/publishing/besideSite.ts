/** Names beside a site that only this program uses, so that leftovers can be recognised and swept. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';

/** For example `.dist.phagepress-lock` for `dist`, on the same file system. */
export function besideSite(
  outDir: string,
  what: 'staging' | 'old' | 'discarded' | 'cache' | 'lock' | 'fetched',
): string {
  return path.join(path.dirname(outDir), `.${path.basename(outDir)}.phagepress-${what}`);
}

/** A staging folder unique to one build: a build that has lost its lock must not write into another's. */
export function newStagingFolder(outDir: string): string {
  return `${besideSite(outDir, 'staging')}-${randomBytes(4).toString('hex')}`;
}

/** A unique name for a site that is to be removed, since removal may take long. */
export function newDiscardedFolder(outDir: string): string {
  return `${besideSite(outDir, 'discarded')}-${randomBytes(4).toString('hex')}`;
}

const besides = ['batches', 'packed'] as const;

/** A folder beside a staging folder, for temporary data. */
export function besideStaging(stagingDir: string, what: (typeof besides)[number]): string {
  return `${stagingDir}-${what}`;
}

const madeHere = new RegExp(`^[0-9a-f]{8}(?:-(?:${besides.join('|')}))?$`);

/** Whether a name beside the site has the form of the names made here. */
export function isNamedAs(what: 'staging' | 'discarded', outDir: string, name: string): boolean {
  const prefix = `${path.basename(besideSite(outDir, what))}-`;
  return name.startsWith(prefix) && madeHere.test(name.slice(prefix.length));
}
