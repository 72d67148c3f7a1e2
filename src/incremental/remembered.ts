/** What a build remembers for the next one. */
import type { PerCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import type { Finding } from '../findings/finding.ts';
import type { CountedAs } from '../findings/findingKind.ts';
import type { RunBlock } from '../sorting/spilledRun.ts';
import type { FileStamp } from '../sources/fileStamp.ts';
import type { SourceKind } from '../sources/source.ts';

export interface CacheIndex {
  /** Program version and options that decide the result of an intake. */
  readonly intakeKey: string;
  readonly bundles: readonly CachedBundle[];
  readonly published: CachedSite;
}

export interface CachedBundle {
  /** Prefix of its files in the cache folder: `<id>.run` and `<id>.facts`. */
  readonly id: string;
  readonly collection: SourceKind;
  /** Number of its records or genomes. */
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
  /** Size of the whole file; the stamp, too, is that of the whole file. */
  readonly bytes: number;
  /** Hash of the piece's bytes. */
  readonly hash: string;
}

/**
 * The options that decide a site's bytes, in layers: the options of a layer do not affect what the layers before it
 * cover.
 */
export interface SiteKey {
  /** Covers single records, views and bulk files. */
  readonly records: string;
  /** Covers numbered pages. */
  readonly pages: string;
  /** Covers what every build writes: files for hosts, and those that describe the site. */
  readonly about: string;
}

/** First key of each page; null when keys repeat, since a record's page does not follow from its key then. */
export type FirstKeys = readonly string[] | null;

/** The site that was built from the bundles. */
export interface CachedSite {
  readonly siteKey: SiteKey;
  /** Hash of the findings about the data folder itself, which are among `findings`. */
  readonly discovered: string;
  /** Identifies how the data folder was spelt, since findings name it. */
  readonly dataKey: string;
  readonly release: Release;
  /** A newer file in the site was not written by the build. */
  readonly publishedAtMs: number;
  /** When the sources were discovered: one changed about then may have changed again unnoticed. */
  readonly discoveredAtMs: number;
  readonly firstKeys: PerCollection<FirstKeys>;
  /** Hash of the notes about its pages, which are in `<hash>.notes`. */
  readonly notesHash: string;
  readonly findings: readonly Finding[];
  readonly uncounted: readonly (readonly [CountedAs, number])[];
}
