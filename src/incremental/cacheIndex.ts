/**
 * What a build remembers for the next one: which sorted runs hold which sources, and what was published from them.
 * The cache is beside the site and may be deleted at any time. It is used only where it proves intact: the index by
 * its own hash; runs, facts and notes by checksums, and against what the index says of them.
 */
import { hash } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../failure.ts';
import { readOwn } from '../files/openRegular.ts';
import { hideDataIn, showDataIn } from './dataNames.ts';
import { isValidIndex } from './isValidIndex.ts';
import type { StagedAt } from '../publishing/liveRelease.ts';
import type { CacheIndex } from './remembered.ts';

const indexName = 'index.json';
const stagedName = 'staged';
/** What the cache has besides the files that its index names. */
export const ownNames: readonly string[] = [indexName, stagedName];

export function runPathOf(cacheDir: string, id: string): string {
  return path.join(cacheDir, `${id}.run`);
}

export function factsPathOf(cacheDir: string, id: string): string {
  return path.join(cacheDir, `${id}.facts`);
}

export function notesPathOf(cacheDir: string, notesHash: string): string {
  return path.join(cacheDir, `${notesHash}.notes`);
}

export type LoadedCache =
  | { readonly kind: 'none' }
  /** Found, but unusable; `reason` completes "the cache was ignored: it …". */
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly index: CacheIndex };

/** Reads the index of a cache folder if it is intact and has this `intakeKey`; `data` is the folder of the sources. */
export function loadCacheIndex(cacheDir: string, intakeKey: string, data: string): LoadedCache {
  // As bytes first: with an encoding, Node aborts the process if closing the file fails.
  const text = attempt(() => readOwn(path.join(cacheDir, indexName)).toString());
  if (text === undefined) return { kind: 'none' };
  const [expected, ...rest] = text.split('\n');
  const body = rest.join('\n');
  if (hash('sha256', body) !== expected) return { kind: 'ignored', reason: 'is damaged' };
  const index: unknown = attempt(() => JSON.parse(body));
  if (!isValidIndex(index)) return { kind: 'ignored', reason: 'is damaged' };
  return index.intakeKey === intakeKey
    ? { kind: 'loaded', index: { ...index, bundles: showDataIn(index.bundles, data) } }
    : { kind: 'ignored', reason: 'belongs to another version or other options' };
}

/** Replaces the index atomically. Throws the system's error. */
export function saveCacheIndex(cacheDir: string, index: CacheIndex, data: string): void {
  const { bundles } = index;
  const body = JSON.stringify({ ...index, bundles: hideDataIn(bundles, data) });
  const draft = path.join(cacheDir, `${indexName}.new`);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${hash('sha256', body)}\n${body}`, { flag: 'wx' });
  renameSync(draft, path.join(cacheDir, indexName));
}

/** When the live release was staged; null if it is not known. */
export function loadStagedAt(cacheDir: string): StagedAt | null {
  const text = attempt(() => readOwn(path.join(cacheDir, stagedName)).toString()) ?? '';
  const [, release, ms] = /^([0-9a-f]{64}) (\d+(?:\.\d+)?)\n$/.exec(text) ?? [];
  return release === undefined ? null : { release, ms: Number(ms) };
}

/** Throws the system's error. */
export function saveStagedAt(cacheDir: string, { release, ms }: StagedAt): void {
  const file = path.join(cacheDir, stagedName);
  rmSync(file, { force: true });
  writeFileSync(file, `${release} ${ms}\n`, { flag: 'wx' });
}

/** Deletes the index, which empties the cache. */
export function dropCacheIndex(cacheDir: string): void {
  rmSync(path.join(cacheDir, indexName), { force: true });
}
