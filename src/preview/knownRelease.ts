/** Caches the site's `release.json`, and reads it again when it may have changed: a build may publish at any time. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { readRelease } from './siteFiles.ts';

/** Two changes within this time may leave the same timestamp. */
const doubtfulMs = 2000;

/** Returns a reader of the site's release, which throws as `readRelease` does. */
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

/** Identifies a version of the file by its metadata; null when that is not reliable yet. */
function markOf(file: string): string | null {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || Date.now() - Number(stats.ctimeMs) < doubtfulMs) return null;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
}
