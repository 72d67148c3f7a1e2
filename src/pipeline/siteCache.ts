/** What a build may reuse of the last one with the same output folder, and what it stores for the next. */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt, DamagedCache, reasonOf } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import type { Release } from '../contract/release.ts';
import { filesIn } from '../publishing/manifest.ts';
import { writing } from '../publishing/siteWriter.ts';
import type { Source } from '../sources/source.ts';
import {
  type CachedBundle,
  type CachedSite,
  type CacheIndex,
  dropCacheIndex,
  formerName,
  keepFormer,
  loadCacheIndex,
  notesPathOf,
  ownNames,
  readVerified,
  saveCacheIndex,
  saveStagedAt,
  takeFormer,
  type SiteKey,
} from './cacheIndex.ts';
import { isUnchanged, planIntake, restamped, type sameSources } from './planIntake.ts';
import { assertAllAsPublished } from './tasks.ts';

export interface CacheOptions {
  /** Folder of the cache; runs are spilled into it even when nothing is cached. */
  readonly workDir: string;
  /** The live site and its `release.json`; null when there is none. */
  readonly siteDir: string;
  readonly live: Release | null;
  /** Its manifest. Throws DamagedCache. */
  readonly manifest: () => Buffer;
  /** Folder of the sources, as findings name it. */
  readonly data: string;
  /** Whether to read the cache and to write one. */
  readonly isWanted: boolean;
  /** Program version and options that decide the result of an intake. */
  readonly intakeKey: string;
  readonly siteKey: SiteKey;
  /** When the sources were discovered. */
  readonly discoveredAtMs: number;
  readonly note: (text: string) => void;
}

// File systems may give two changes within this time the same stamp.
const stampMs = 2000;

export type SiteCache = ReturnType<typeof openCache>;

/** Opens the cache folder; an unusable index is noted and ignored. Throws a Failure. */
export function openCache(options: CacheOptions) {
  const { workDir, data, live, isWanted, intakeKey, siteKey, discoveredAtMs, note } = options;
  writing(workDir, () => {
    // Anything else of this name is removed; a link is removed, not its target.
    if (lstatSync(workDir, { throwIfNoEntry: false })?.isDirectory() === false) unlinkSync(workDir);
    makeFolder(workDir);
    // Writing to a pipe would block, and a folder cannot be replaced.
    for (const entry of readdirSync(workDir, { withFileTypes: true })) {
      if (entry.isFile() || (entry.isDirectory() && entry.name === formerName)) continue;
      rmSync(path.join(workDir, entry.name), { recursive: true, force: true });
    }
  });
  const loaded = isWanted ? loadCacheIndex(workDir, intakeKey, data) : { kind: 'none' as const };
  if (loaded.kind === 'ignored') note(`The cache was ignored: it ${loaded.reason}.`);
  let current: CacheIndex | null = loaded.kind === 'loaded' ? loaded.index : null;
  const cached: readonly CachedBundle[] = current?.bundles ?? [];
  const published = current?.published ?? null;
  const dataKey = hash('sha256', data);
  const keepsRecords =
    published !== null &&
    published.siteKey.records === siteKey.records &&
    live !== null &&
    isDeepStrictEqual(live, published.release);
  const keepsPages = keepsRecords && published.siteKey.pages === siteKey.pages;
  const save = (bundles: readonly CachedBundle[], site: CachedSite) => {
    const next = { intakeKey, bundles, published: site };
    saveCacheIndex(workDir, next, data);
    // Only now: if it could not be saved, the old one remains valid, and so do the files that it refers to.
    current = next;
  };

  return {
    /** Where runs are spilled to, and where those of `cached` are. */
    workDir,
    willBeCached: isWanted,
    /** Bundles of an earlier build that may still be valid. */
    cached,
    /** A source changed after this time may have changed again since it was read: it is compared by content. */
    trustedBeforeMs: (published?.discoveredAtMs ?? 0) - stampMs,
    /** A published file that is newer was not written by the build. */
    publishedAtMs: published?.publishedAtMs ?? 0,
    /** First keys of the live site's pages, if they are valid for a site of these options; else null. */
    firstKeys: keepsPages ? published.firstKeys : null,
    /** Whether the live site's records, views and bulk files are valid for these options, if the records are the same. */
    keepsRecords,
    /** What the last build published, and how much, if the sources and the site are unchanged; else null. */
    async recall(sources: readonly Source[], { same, hashed }: SameSources) {
      if (!keepsPages || published.siteKey.about !== siteKey.about) return null;
      if (published.dataKey !== dataKey) return null;
      const plan = planIntake(sources, cached, { bundleBytes: Infinity, same });
      if (plan.dropped.length > 0 || !plan.bundles.every(isUnchanged)) return null;
      const amount = await amountAsPublished(options, published.publishedAtMs);
      if (amount === null) return null;
      if (hashed > 0) {
        // With the new stamps, they need not be hashed next time; the old ones are still valid.
        const bundles = plan.bundles.flatMap((planned) => restamped(planned) ?? []);
        attempt(() => save(bundles, { ...published, discoveredAtMs }));
      }
      return { published, amount };
    },
    /** The notes stored for the live site. Throws DamagedCache. */
    readNotes(): Uint8Array {
      const notesHash = published?.notesHash ?? '';
      return readVerified(notesPathOf(workDir, notesHash), notesHash);
    },
    /**
     * Replaces what is stored; the notes are requested only then. The site is published by now: if the next build cannot
     * use the cache, that is only worth a note.
     */
    remember(bundles: readonly CachedBundle[], site: RememberedSite, notes: () => Uint8Array) {
      if (!isWanted) return;
      const { stagedAtMs, ...rest } = site;
      try {
        const bytes = notes();
        const notesHash = hash('sha256', bytes);
        const file = notesPathOf(workDir, notesHash);
        rmSync(file, { force: true });
        writeFileSync(file, bytes, { flag: 'wx' });
        save(bundles, { ...rest, notesHash, dataKey, discoveredAtMs });
      } catch (error) {
        note(`The cache could not be kept: ${reasonOf(error)}.`);
      }
      // Without it, the next build only takes longer.
      attempt(() => saveStagedAt(workDir, { release: site.release.release, ms: stagedAtMs }));
    },
    /** Keeps what the next build may use of a site that was replaced; `replaced` is null if there was none. */
    keepFormer(replaced: string | null) {
      // Without it, the next build only takes longer.
      if (isWanted && replaced !== null) attempt(() => keepFormer(workDir, replaced));
    },
    /** As `takeFormer` says. */
    takeFormer: async (stagingDir: string) => (isWanted ? takeFormer(workDir, stagingDir) : null),
    /** Deletes all files that the index does not refer to. */
    async sweep() {
      if (!isWanted || current === null) {
        await rm(workDir, { recursive: true, force: true });
        return;
      }
      const kept = new Set(current.bundles.map(({ id }) => id));
      kept.add(current.published.notesHash);
      for (const name of readdirSync(workDir)) {
        const isKept = ownNames.includes(name) || kept.has(path.parse(name).name);
        if (!isKept) await rm(path.join(workDir, name), { recursive: true, force: true });
      }
    },
    /** Deletes the index: to be opened again, empty. */
    forget: () => dropCacheIndex(workDir),
  };
}

type SameSources = Awaited<ReturnType<typeof sameSources>>;

interface RememberedSite extends Omit<CachedSite, 'notesHash' | 'discoveredAtMs' | 'dataKey'> {
  /** When the release was staged. */
  readonly stagedAtMs: number;
}

/** How many files and bytes the live site has, if they are unchanged as far as sizes and times tell; else null. */
async function amountAsPublished(
  { siteDir, manifest }: Pick<CacheOptions, 'siteDir' | 'manifest'>,
  publishedAtMs: number,
) {
  try {
    return await assertAllAsPublished(siteDir, filesIn(manifest()), publishedAtMs);
  } catch (error) {
    if (error instanceof DamagedCache) return null;
    throw error;
  }
}
