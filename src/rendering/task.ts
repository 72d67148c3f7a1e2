/** The messages between threads for rendering a part of a collection. */
import type { SiteOptions } from '../contract/siteOptions.ts';
import type { RecordPlace } from '../findings/recordPlace.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import type { SiteWriterOptions } from '../publishing/siteWriter.ts';
import type { Part } from '../sorting/partition.ts';
import type { MergedRun } from '../sorting/runCursor.ts';
import type { RepeatedKey } from '../validation/orderRules.ts';
import type { PagedCollection } from '../pages/pagedList.ts';
import type { PageNotes } from '../pages/pageNotes.ts';
import type { PartitionedGenes } from './hashPartition.ts';

export interface RenderTask {
  readonly runs: readonly MergedRun[];
  readonly part: Part & {
    /**
     * The key after the part, null for the last part, when only some pages are rendered: it verifies the cached page
     * boundaries against the records. Absent when all pages are rendered.
     */
    readonly nextKey?: string | null;
  };
  readonly shape: PagedCollection;
  /** The groups of keys in which some may differ only by case: see `KeyCase`. */
  readonly contested: ReadonlySet<string>;
  /** How many records with a repeated key to return at least; the rest are only counted. */
  readonly maxRepeated: number;
  /** Null to check the order only. */
  readonly site: RenderedSite | null;
}

type Rendered = Pick<SiteOptions, 'baseUrl' | 'links' | 'caseInsensitiveNames' | 'fieldNames'>;

export interface RenderedSite extends SiteWriterOptions, Rendered {
  /** Whether each record gets an address of its own (D1). */
  readonly recordFiles: boolean;
  /** Whether to take notes for views. */
  readonly noted: boolean;
  /** Where to partition genes by pham, while notes are taken; null for no partitioning. */
  readonly partitioned: PartitionedGenes | null;
}

export interface RenderResult extends WrittenFiles {
  /** The first key of each rendered page, in order. */
  readonly firstKeys: readonly string[];
  /** Records with the key of an earlier record: the first by source position, about as many as wanted. */
  readonly repeated: readonly RepeatedKey[];
  readonly repeatedCount: number;
  /** Records whose key may collide by case. */
  readonly suspects: readonly { readonly key: string; readonly place: RecordPlace }[];
  /** Notes of the rendered pages; null if not requested. */
  readonly notes: PageNotes | null;
}
