/** What a site says of itself, read again when that may have changed: a build may publish another release any time. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { readRelease } from './siteFiles.ts';

/** Two changes within less may leave a file with one time. */
const doubtfulMs = 2000;

/** Gives a reader of the site's release, which throws as `readRelease` does. */
export function knownRelease(root: string): () => Release {
  let known: { readonly mark: string; readonly release: Release } | null = null;
  return () => {
    const mark = markOf(join(root, releaseFile));
    if (mark !== null && known?.mark === mark) return known.release;
    const release = readRelease(root);
    known = mark === null ? null : { mark, release };
    return release;
  };
}

/** Another one whenever the file is another one, or has changed; null where that cannot be told. */
function markOf(file: string): string | null {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || Date.now() - Number(stats.ctimeMs) < doubtfulMs) return null;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
}
