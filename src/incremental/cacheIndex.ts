/**
 * What a build remembers for the next one: which sorted runs hold which sources, and what was published
 * of them. It lies beside the site, can be deleted at any time, and is believed only where it proves
 * to be whole: the index by its own hash, runs, facts and notes by checksums, and what it says of them by them.
 */
import { hash } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readOwn } from '../files/openRegular.ts';
import type { CollectionName, PerCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import type { Finding } from '../findings/finding.ts';
import type { CountedAs } from '../findings/findingKind.ts';
import type { RunBlock } from '../sorting/spilledRun.ts';
import type { FileStamp } from '../sources/fileStamp.ts';
import { hideDataIn, showDataIn } from './dataNames.ts';
import { isSoundIndex } from './isSoundIndex.ts';

export interface CacheIndex {
  /** Program version and options that decide what an intake gives. */
  readonly intakeKey: string;
  readonly bundles: readonly CachedBundle[];
  readonly published: CachedSite;
}

export interface CachedBundle {
  /** Names its files in the cache folder: `<id>.run` and `<id>.facts`. */
  readonly id: string;
  readonly collection: CollectionName;
  readonly count: number;
  readonly blocks: readonly RunBlock[];
  readonly pieces: readonly CachedPiece[];
  /** Hash of the facts file. */
  readonly factsHash: string;
}

export interface CachedPiece extends FileStamp {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** Size of the whole file, as its stamp is that of the whole file. */
  readonly bytes: number;
  /** Hash of the piece's bytes. */
  readonly hash: string;
}

/**
 * The options that decide a site's bytes, in rings: those of one ring decide nothing of what the rings before it
 * stand for.
 */
export interface SiteKey {
  /** Of single records, views and bulk files. */
  readonly records: string;
  /** Of numbered pages. */
  readonly pages: string;
  /** Of what is written by every build: files for hosts, and what says what the site is. */
  readonly about: string;
}

/** The site that was built of the bundles. */
export interface CachedSite {
  readonly siteKey: SiteKey;
  /** Hash of the findings about the data folder itself, which belong to `findings`. */
  readonly discovered: string;
  /** Tells how the data folder was spelt, which findings name. */
  readonly dataKey: string;
  readonly release: Release;
  /** A file of the site that is newer was not put there by the build. */
  readonly publishedAtMs: number;
  /** When the sources were looked for: what was changed about then may have been changed once more. */
  readonly discoveredAtMs: number;
  /** First key of each page; null when keys repeat, so that a page's place does not follow from its keys. */
  readonly firstKeys: PerCollection<readonly string[]> | null;
  /** Hash of the notes about its pages, which lie in `<hash>.notes`. */
  readonly notesHash: string;
  readonly findings: readonly Finding[];
  readonly uncounted: readonly (readonly [CountedAs, number])[];
}

const indexName = 'index.json';

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
  /** There, but not to be used; `reason` completes "the cache was ignored: it …". */
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly index: CacheIndex };

/** Reads the index of a cache folder, if it is whole and of this kind of build; `data` is the folder of the sources. */
export function loadCacheIndex(cacheDir: string, intakeKey: string, data: string): LoadedCache {
  let text: string;
  try {
    // Not as text at once: where closing the file fails, Node would abort.
    text = readOwn(path.join(cacheDir, indexName)).toString();
  } catch {
    return { kind: 'none' };
  }
  const [expected, ...rest] = text.split('\n');
  const body = rest.join('\n');
  if (hash('sha256', body) !== expected) return { kind: 'ignored', reason: 'is damaged' };
  const index = parse(body);
  if (!isSoundIndex(index)) return { kind: 'ignored', reason: 'is damaged' };
  return index.intakeKey === intakeKey
    ? { kind: 'loaded', index: { ...index, bundles: showDataIn(index.bundles, data) } }
    : { kind: 'ignored', reason: 'belongs to another version or other options' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Replaces the index in one step. Throws the system's error. */
export function saveCacheIndex(cacheDir: string, index: CacheIndex, data: string): void {
  const { bundles } = index;
  const body = JSON.stringify({ ...index, bundles: hideDataIn(bundles, data) });
  const draft = path.join(cacheDir, `${indexName}.new`);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${hash('sha256', body)}\n${body}`, { flag: 'wx' });
  renameSync(draft, path.join(cacheDir, indexName));
}

/** Makes the cache forget everything. */
export function dropCacheIndex(cacheDir: string): void {
  rmSync(path.join(cacheDir, indexName), { force: true });
}
