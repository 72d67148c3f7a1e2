/** What a build may reuse of the last one with the same output folder, and what it stores for the next. */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DamagedCache } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import { collectionNames, type PerCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { readVouchedManifest } from '../publishing/liveRelease.ts';
import { writing } from '../publishing/siteWriter.ts';
import { genomesFolder, type Source } from '../sources/source.ts';
import type { Finding } from '../text/findings.ts';
import {
  type CachedBundle,
  type CachedSite,
  type CacheIndex,
  dropCacheIndex,
  type FirstKeys,
  hideInFindings,
  loadCacheIndex,
  notesPathOf,
  ownNames,
  readVerified,
  saveCacheIndex,
  showInFindings,
  type SiteKey,
} from './cacheIndex.ts';
import {
  doubtfulPieces,
  type IntakePlan,
  isUnchanged,
  planIntake,
  type PlanOptions,
  restamped,
} from './planIntake.ts';
import { assertAllAsPublished } from './tasks.ts';

export interface CacheOptions {
  /** Folder of the cache; runs are spilled into it even when nothing is cached. */
  readonly workDir: string;
  /** The live site and its `release.json`; null when there is none. */
  readonly siteDir: string;
  readonly live: Release | null;
  /** The files of its manifest, as far as they were read already. */
  readonly takeFiles?: () => readonly PublishedFile[] | null;
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

export interface SiteCache {
  /** Where runs are spilled to, and where those of `cached` are. */
  readonly workDir: string;
  readonly willBeCached: boolean;
  /** Bundles of an earlier build that may still be valid. */
  readonly cached: readonly CachedBundle[];
  /** A source changed after this time may have changed again since it was read: it is compared by content. */
  readonly trustedBeforeMs: number;
  /** A published file that is newer was not written by the build. */
  readonly publishedAtMs: number;
  /** The outcome of the last build, if the sources and the site are unchanged; else null. */
  readonly recall: (
    sources: readonly Source[],
    hashOf: PlanOptions['hashOf'],
  ) => Promise<RecalledSite | null>;
  /** First keys of the live site's pages, if they are valid for a site of these options; else null. */
  readonly livePages: () => PerCollection<FirstKeys> | null;
  /**
   * Whether the live site's single records, views and bulk files are valid for these options, if the records are
   * the same.
   */
  readonly keepsRecords: boolean;
  /** The notes stored for the live site. Throws DamagedCache. */
  readonly readNotes: () => Uint8Array;
  /** Replaces the index; the notes are requested only when they are stored. */
  readonly remember: (
    bundles: readonly CachedBundle[],
    site: Omit<CachedSite, 'notesHash' | 'discoveredAtMs' | 'dataKey'>,
    notes: () => Uint8Array,
  ) => void;
  /** Deletes all files that the index does not refer to. */
  readonly sweep: () => Promise<void>;
  /** The same cache, emptied. */
  readonly forgotten: () => SiteCache;
}

interface RecalledSite extends Pick<CachedSite, 'release' | 'discovered' | 'uncounted'> {
  readonly findings: readonly Finding[];
  readonly files: readonly PublishedFile[];
  /** The number of genomes that were read. */
  readonly genomes: number;
  /** Includes the manifest and `release.json`. */
  readonly size: { readonly files: number; readonly bytes: number };
}

// File systems may give two changes within this time the same stamp.
const stampMs = 2000;

/** Opens the cache folder; an unusable index is noted and ignored. Throws a Failure. */
export function openCache(options: CacheOptions): SiteCache {
  const { workDir, data, isWanted, intakeKey, note } = options;
  writing(workDir, () => {
    // Anything else of this name is removed; a link is removed, not its target.
    if (lstatSync(workDir, { throwIfNoEntry: false })?.isDirectory() === false) unlinkSync(workDir);
    makeFolder(workDir);
    removeOddities(workDir);
  });
  const loaded = isWanted ? loadCacheIndex(workDir, intakeKey, data) : { kind: 'none' as const };
  if (loaded.kind === 'ignored') note(`The cache was ignored: it ${loaded.reason}.`);
  return cacheWith(options, loaded.kind === 'loaded' ? loaded.index : null);
}

/** Removes what is not a regular file: writing to a pipe would block, and a folder cannot be replaced. */
function removeOddities(workDir: string): void {
  for (const entry of readdirSync(workDir, { withFileTypes: true })) {
    if (entry.isFile()) continue;
    rmSync(path.join(workDir, entry.name), { recursive: true, force: true });
  }
}

function cacheWith(options: CacheOptions, index: CacheIndex | null): SiteCache {
  const { workDir, siteDir, data, live, isWanted, intakeKey, siteKey, discoveredAtMs } = options;
  const dataKey = hash('sha256', data);
  const published = index?.published ?? null;
  const keepsRecords =
    published !== null &&
    published.siteKey.records === siteKey.records &&
    live !== null &&
    isDeepStrictEqual(live, published.release);
  const keepsPages = keepsRecords && published.siteKey.pages === siteKey.pages;
  let current = index;

  /** Stores the new stamps of unchanged sources, so that they need not be hashed next time. */
  const restamp = (plan: IntakePlan, site: CachedSite) => {
    const bundles = plan.bundles.flatMap((planned) => restamped(planned) ?? []);
    current = { intakeKey, bundles, published: { ...site, discoveredAtMs } };
    try {
      saveCacheIndex(workDir, current, data);
    } catch {
      // The old stamps are still valid.
    }
  };

  const cached = index?.bundles ?? [];
  const trustedBeforeMs = (published?.discoveredAtMs ?? 0) - stampMs;
  return {
    workDir,
    cached,
    trustedBeforeMs,
    willBeCached: isWanted,
    publishedAtMs: published?.publishedAtMs ?? 0,
    livePages: () => (keepsPages ? published.firstKeys : null),
    keepsRecords,
    async recall(sources, hashOf) {
      if (!keepsPages || published.siteKey.about !== siteKey.about) return null;
      if (published.dataKey !== dataKey) return null;
      const plan = planIntake(sources, cached, { bundleBytes: Infinity, trustedBeforeMs, hashOf });
      if (plan.otherFiles.size > 0 || !plan.bundles.every(isUnchanged)) return null;
      const files = await filesAsPublished(siteDir, published, options.takeFiles?.() ?? null);
      if (files === null) return null;
      if (doubtfulPieces(sources, cached, trustedBeforeMs).length > 0) restamp(plan, published);
      const { release, discovered, uncounted } = published;
      const findings = showInFindings(published.findings, data);
      const genomes = plan.bundles.reduce(
        (sum, { cached: bundle }) =>
          bundle?.collection === genomesFolder ? sum + bundle.count : sum,
        0,
      );
      const size = measure(siteDir, files);
      return { release, discovered, uncounted, findings, files, genomes, size };
    },
    readNotes() {
      const notesHash = published?.notesHash ?? '';
      return readVerified(notesPathOf(workDir, notesHash), notesHash);
    },
    remember(bundles, site, notes) {
      if (!isWanted) return;
      const bytes = notes();
      const notesHash = hash('sha256', bytes);
      const file = notesPathOf(workDir, notesHash);
      rmSync(file, { force: true });
      writeFileSync(file, bytes, { flag: 'wx' });
      const findings = hideInFindings(site.findings, data);
      const kept = { ...site, findings, notesHash, dataKey, discoveredAtMs };
      const next = { intakeKey, bundles, published: kept };
      saveCacheIndex(workDir, next, data);
      // Only now: if the new index could not be saved, the old one remains valid, and so do the files that it refers
      // to.
      current = next;
    },
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
    forgotten() {
      dropCacheIndex(workDir);
      return cacheWith(options, null);
    },
  };
}

/** The live site's files, if they are unchanged as far as sizes and times tell; else null. */
async function filesAsPublished(
  siteDir: string,
  { release, publishedAtMs }: CachedSite,
  known: readonly PublishedFile[] | null,
) {
  try {
    const files = known ?? readVouchedManifest(siteDir, release);
    await assertAllAsPublished(siteDir, files, publishedAtMs);
    return files;
  } catch (error) {
    if (error instanceof DamagedCache) return null;
    throw error;
  }
}

/** Counts the files of the manifest, the manifest itself and `release.json`. */
function measure(siteDir: string, published: readonly PublishedFile[]) {
  const about = [manifestFile, releaseFile].map((file) => statSync(path.join(siteDir, file)).size);
  const sizes = [...published.map((file) => file.bytes), ...about];
  return { files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

/** The live site, before the records are read. */
export interface Previous extends Pick<SiteCache, 'keepsRecords' | 'publishedAtMs'> {
  /** Its folder; identical files are linked rather than written. */
  readonly dir: string;
  /** Its `release.json`. */
  readonly release: Release;
  /** First keys of its pages, if they are valid for this build's options; else null. */
  readonly firstKeys: PerCollection<FirstKeys> | null;
  /** What `StagedSite.notes` returned for it. Throws DamagedCache. */
  readonly notes: () => Uint8Array;
  /** Whether all reused files are verified against their hashes, including those that are only linked. */
  readonly isChecked: boolean;
}

/** What is rendered again: the pages with changed records (all of a list whose keys repeat), or all pages and nothing else. */
type Rerendered = 'changed-pages' | 'all-pages';

/** The live site, once it is known which parts are reused. */
export interface LiveSite extends Pick<Previous, 'dir' | 'notes' | 'publishedAtMs' | 'isChecked'> {
  /** The files of its manifest. */
  readonly files: readonly PublishedFile[];
  readonly rerendered: Rerendered;
}

/** The sources' records, compared with those of the live site. */
interface ReadRecords {
  readonly collections: PerCollection<{ readonly changedKeys: readonly string[] | null }>;
  readonly contested: PerCollection<ReadonlySet<string>>;
}

/** What must be rendered again if the rest of the live site is valid; null for a full build. */
export function rerenderedOf(
  previous: Previous | null,
  { collections, contested }: ReadRecords,
): Rerendered | null {
  // Findings about names that differ only by case need a merge of all records.
  const mayHold = collectionNames.every(
    (name) => contested[name].size === 0 && collections[name].changedKeys !== null,
  );
  if (previous === null || !mayHold) return null;
  if (previous.firstKeys !== null) return 'changed-pages';
  const areSame = collectionNames.every((name) => collections[name].changedKeys?.length === 0);
  return previous.keepsRecords && areSame ? 'all-pages' : null;
}

/** Throws DamagedCache if its manifest is not the one that was published. */
export function liveSite(previous: Previous, rerendered: Rerendered): LiveSite {
  const { dir, release, notes, publishedAtMs, isChecked } = previous;
  const files = readVouchedManifest(dir, release);
  return { dir, notes, publishedAtMs, isChecked, files, rerendered };
}
