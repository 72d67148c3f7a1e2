/** Names beside a site that only this program uses, so that leftovers can be told and swept. */
import path from 'node:path';

/** For example `.dist.phagepress-staging` for `dist`, on the same file system. */
export function besideSite(
  outDir: string,
  what: 'staging' | 'old' | 'discarded' | 'cache' | 'lock',
): string {
  return path.join(path.dirname(outDir), `.${path.basename(outDir)}.phagepress-${what}`);
}
