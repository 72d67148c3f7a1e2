/** What a build may reuse of the live site. */
import { collectionNames, type PerCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import type { SiteCache } from './siteCache.ts';
import { readVouchedManifest } from '../publishing/manifest.ts';
import type { FirstKeys } from './remembered.ts';

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
export type Rerendered = 'changed-pages' | 'all-pages';

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
