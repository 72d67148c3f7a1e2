/** Names beside a site that only this program uses, so that leftovers can be told and swept. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';

/** For example `.dist.phagepress-lock` for `dist`, on the same file system. */
export function besideSite(
  outDir: string,
  what: 'staging' | 'old' | 'discarded' | 'cache' | 'lock',
): string {
  return path.join(path.dirname(outDir), `.${path.basename(outDir)}.phagepress-${what}`);
}

/** A staging folder of one build alone: one that has lost its lock must not write into another's. */
export function newStagingFolder(outDir: string): string {
  return `${besideSite(outDir, 'staging')}-${randomBytes(4).toString('hex')}`;
}

/** What a site is called once it is to be removed: a name of its own, as one may be removed for long. */
export function newDiscardedFolder(outDir: string): string {
  return `${besideSite(outDir, 'discarded')}-${randomBytes(4).toString('hex')}`;
}

/** Whether a name beside the site is one of these folders', or such a name with more behind it. */
export function isNamedAs(what: 'staging' | 'discarded', outDir: string, name: string): boolean {
  return name.startsWith(`${path.basename(besideSite(outDir, what))}-`);
}
