/** The site that is live, as far as a build may take it over instead of making it again. */
import type { PerCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { readVouchedManifest } from '../publishing/manifest.ts';

/** The live site, before the records are read. */
export interface Previous {
  /** Its folder; files of it that are the same are linked rather than written. */
  readonly dir: string;
  /** What it says of itself. */
  readonly release: Release;
  /** First keys of its pages, where they hold for this build's options; else null. */
  readonly firstKeys: PerCollection<readonly string[]> | null;
  /** Whether its single records, views and bulk files hold for this build's options. */
  readonly keepsRecords: boolean;
  /** What `StagedSite.notes` gave for it. Throws DamagedCache. */
  readonly notes: () => Uint8Array;
  /** A file of it that is newer was not put there by a build. */
  readonly publishedAtMs: number;
  /** Whether all that is taken over is held against its hash, also what is only linked. */
  readonly isChecked: boolean;
}

/** What of a site is rendered again: the pages with changed records, or all pages and nothing else. */
export type Rerendered = 'changed-pages' | 'all-pages';

/** The live site, once it is known what of it stays. */
export interface LiveSite extends Pick<Previous, 'dir' | 'notes' | 'publishedAtMs' | 'isChecked'> {
  /** Those of its manifest. */
  readonly files: readonly PublishedFile[];
  readonly rerendered: Rerendered;
}

/** What the sources came to, compared with those of the live site. */
interface ReadRecords {
  readonly collections: PerCollection<{ readonly changedKeys: readonly string[] | null }>;
  readonly collidingPhageParts: ReadonlySet<string>;
}

/** What must be rendered again where the rest of the live site holds; null where all must. */
export function rerenderedOf(
  previous: Previous | null,
  { collections, collidingPhageParts }: ReadRecords,
): Rerendered | null {
  const { genes, phages } = collections;
  // The findings about names that differ by case come from the merge of all records.
  const mayHold = previous !== null && collidingPhageParts.size === 0;
  if (!mayHold || genes.changedKeys === null || phages.changedKeys === null) return null;
  if (previous.firstKeys !== null) return 'changed-pages';
  const areSame = genes.changedKeys.length + phages.changedKeys.length === 0;
  return previous.keepsRecords && areSame ? 'all-pages' : null;
}

/** Throws DamagedCache where its manifest is not the one that was published. */
export function liveSite(previous: Previous, rerendered: Rerendered): LiveSite {
  const { dir, release, notes, publishedAtMs, isChecked } = previous;
  const files = readVouchedManifest(dir, release);
  return { dir, notes, publishedAtMs, isChecked, files, rerendered };
}
