/** The rendering of a part of a collection as messages between threads. */
import type { LinkStyle } from '../contract/links.ts';
import type { RecordPlace } from '../findings/recordPlace.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import type { Compression } from '../publishing/compression.ts';
import type { Part } from '../sorting/partition.ts';
import type { MergedRun } from '../sorting/runCursor.ts';
import type { RepeatedKey } from '../validation/orderRules.ts';
import type { PagedCollection } from '../pages/pagedList.ts';
import type { PageNotes } from '../pages/pageNotes.ts';
import type { DealtGenes } from './dealer.ts';

export interface RenderTask {
  readonly runs: readonly MergedRun[];
  readonly part: Part & {
    /**
     * The key behind the part, null where it is the last, when only some pages are rendered: that they begin and end
     * where a cache says is then held against the records. Absent where all are rendered.
     */
    readonly nextKey?: string | null;
  };
  readonly shape: PagedCollection;
  /** Folded phage parts of GeneIDs that occur in more than one spelling. */
  readonly collidingPhageParts: ReadonlySet<string>;
  /** How many records whose key repeats are wanted at least; the rest are only counted. */
  readonly maxRepeated: number;
  /** Null when the order is only to be checked. */
  readonly site: RenderedSite | null;
}

export interface RenderedSite {
  readonly stagingDir: string;
  /** The live site, whose files are linked where they are the same; null when there is none. */
  readonly liveDir: string | null;
  readonly baseUrl: string;
  readonly links: LinkStyle;
  readonly precompress: readonly Compression[];
  /** Whether each record gets an address of its own (D1). */
  readonly recordFiles: boolean;
  /** Whether each such address exists in lower case, too. */
  readonly aliases: boolean;
  /** Whether views need to know where the records lie. */
  readonly noted: boolean;
  /** Where genes are dealt out by family, when they are noted; null where they are not dealt out. */
  readonly dealt: DealtGenes | null;
}

export interface RenderResult extends WrittenFiles {
  /** First key of each page that was rendered, in order. */
  readonly firstKeys: readonly string[];
  /** Records whose key an earlier record has: the first by place, about as many as are wanted, and their number. */
  readonly repeated: readonly RepeatedKey[];
  readonly repeatedCount: number;
  /** Records whose key may collide by case. */
  readonly suspects: readonly { readonly key: string; readonly place: RecordPlace }[];
  /** Of the pages that were rendered; null where none are wanted. */
  readonly notes: PageNotes | null;
}
