/** What a build may take over from the last one at the same place, and what it leaves for the next. */
import { lstatSync, mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { PerCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import { DamagedCache } from '../failure.ts';
import { assertAllAsPublished } from '../publishing/linkFiles.ts';
import { readManifest } from '../publishing/manifest.ts';
import { writeFailure } from '../publishing/siteWriter.ts';
import type { Source } from '../sources/source.ts';
import {
  type CachedBundle,
  type CachedSite,
  type CacheIndex,
  dropCacheIndex,
  loadCacheIndex,
  saveCacheIndex,
} from './cacheIndex.ts';
import { readNotes, writeNotes } from './notesFile.ts';
import { isUnchanged, type PlanOptions, planIntake } from './planIntake.ts';

export interface CacheOptions {
  /** Folder of the cache; runs are spilled into it even when nothing is kept. */
  readonly workDir: string;
  /** The live site, and what it says of itself; null when there is none. */
  readonly siteDir: string;
  readonly live: Release | null;
  /** Whether to use what is there and to leave something. */
  readonly isWanted: boolean;
  /** Program version and options that decide what an intake gives. */
  readonly intakeKey: string;
  /** All options that decide the site's bytes. */
  readonly siteKey: string;
  readonly note: (text: string) => void;
}

export interface SiteCache {
  readonly workDir: string;
  readonly willBeCached: boolean;
  readonly cached: readonly CachedBundle[];
  /** A source or published file that is newer was not there when the cache was made. */
  readonly trustedBeforeMs: number;
  readonly publishedAtMs: number;
  /** What was published last, when the sources are the same and the site is as it was published; else null. */
  readonly recall: (sources: readonly Source[], hashOf: PlanOptions['hashOf']) => CachedSite | null;
  /** First keys of the live site's pages, when they hold for a site of these options; else null. */
  readonly livePages: () => PerCollection<readonly string[]> | null;
  /** The notes that were remembered with the live site. Throws DamagedCache. */
  readonly readNotes: () => Uint8Array;
  /** Replaces what is remembered; the notes are asked for where they are kept. */
  readonly remember: (
    bundles: readonly CachedBundle[],
    site: Omit<CachedSite, 'notesHash'>,
    notes: () => Uint8Array,
  ) => void;
  /** Deletes whatever is not remembered. */
  readonly sweep: () => Promise<void>;
  /** The same cache with nothing in it. */
  readonly forgotten: () => SiteCache;
}

// A file system may give two changes within so short a time the same stamp.
const stampMs = 2000;

/** Opens the cache folder; an index that cannot be used is noted and ignored. Throws a Failure. */
export function openCache(options: CacheOptions): SiteCache {
  const { workDir, isWanted, intakeKey, note } = options;
  try {
    // Whatever else stands there under this name goes, and nothing that it leads to.
    if (lstatSync(workDir, { throwIfNoEntry: false })?.isDirectory() === false) unlinkSync(workDir);
    mkdirSync(workDir, { recursive: true });
  } catch (error) {
    throw writeFailure(workDir, error);
  }
  const loaded = isWanted ? loadCacheIndex(workDir, intakeKey) : { kind: 'none' as const };
  if (loaded.kind === 'ignored') note(`The cache was ignored: it ${loaded.reason}.`);
  return cacheWith(options, loaded.kind === 'loaded' ? loaded.index : null);
}

function cacheWith(options: CacheOptions, index: CacheIndex | null): SiteCache {
  const { workDir, siteDir, live, isWanted, intakeKey, siteKey } = options;
  const published = index?.published ?? null;
  const isLive =
    published !== null &&
    published.siteKey === siteKey &&
    live !== null &&
    live.release === published.release.release;
  let current = index;

  const cached = index?.bundles ?? [];
  const trustedBeforeMs = (published?.publishedAtMs ?? 0) - stampMs;
  return {
    workDir,
    cached,
    trustedBeforeMs,
    willBeCached: isWanted,
    publishedAtMs: published?.publishedAtMs ?? 0,
    livePages: () => (isLive ? published.firstKeys : null),
    recall(sources, hashOf) {
      if (!isLive) return null;
      const plan = planIntake(sources, cached, { bundleBytes: Infinity, trustedBeforeMs, hashOf });
      if (!plan.sameFiles || !plan.bundles.every(isUnchanged)) return null;
      return isAsPublished(siteDir, published) ? published : null;
    },
    readNotes: () => readNotes(workDir, published?.notesHash ?? ''),
    remember(bundles, site, notes) {
      if (!isWanted) return;
      const notesHash = writeNotes(workDir, notes());
      current = { intakeKey, bundles, published: { ...site, notesHash } };
      saveCacheIndex(workDir, current);
    },
    async sweep() {
      if (!isWanted || current === null) {
        await rm(workDir, { recursive: true, force: true });
        return;
      }
      const kept = new Set(current.bundles.map(({ id }) => id));
      kept.add(current.published.notesHash);
      for (const name of readdirSync(workDir)) {
        const isKept = name === 'index.json' || kept.has(path.parse(name).name);
        if (!isKept) await rm(path.join(workDir, name), { recursive: true, force: true });
      }
    },
    forgotten() {
      dropCacheIndex(workDir);
      return cacheWith(options, null);
    },
  };
}

/** Whether the live site is still what was published, as far as sizes and times tell. */
function isAsPublished(siteDir: string, published: CachedSite): boolean {
  const files = readManifest(siteDir);
  if (files === null) return false;
  try {
    assertAllAsPublished(siteDir, files, published.publishedAtMs);
    return true;
  } catch (error) {
    if (error instanceof DamagedCache) return false;
    throw error;
  }
}
