/** What a build remembers for the next one. */
import type { CollectionName, PerCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import type { Finding } from '../findings/finding.ts';
import type { CountedAs } from '../findings/findingKind.ts';
import type { RunBlock } from '../sorting/spilledRun.ts';
import type { FileStamp } from '../sources/fileStamp.ts';

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
