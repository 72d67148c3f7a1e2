/**
 * The definition of a view: the collection it is made from, how its files are planned, and which live files are still
 * valid.
 */
import type { RankChanges } from '../base/keyChanges.ts';
import { inWeighedChunks } from '../base/threads.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import { type PageLinks, pageLinks } from '../contract/links.ts';
import { type ViewPages, viewPageSize } from '../contract/pageSizes.ts';
import { fileAlias } from '../contract/recordName.ts';
import { viewFile } from '../contract/routes.ts';
import { type FieldNames, type SiteOptions, withPublicNames } from '../contract/siteOptions.ts';
import { pageFile, viewOfPage } from '../contract/sitePaths.ts';
import type { JoinedFacts } from '../records/collection.ts';
import { forEachRow, type PageNotes, placeColumns, tally } from '../records/notes.ts';
import { escapeLineSeparators } from '../text/escapes.ts';
import type { PlannedHtml } from './htmlPages.ts';
import type { PlannedNeighbours } from './neighbours.ts';
import type { FileRange } from './renderBulk.ts';
import type { PlannedSimilarity } from './similarity.ts';

/**
 * The plan of a view's file: a small text, or a list of records copied from the pages.
 */
export type PlannedFile = PlannedText | PlannedList;

interface PlannedText {
  readonly kind: 'text';
  /** Relative to the site's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** An envelope with records, all of them or those of a page. */
export interface PlannedList {
  readonly kind: 'list';
  readonly path: string;
  /** The collection whose pages the slices refer to. */
  readonly collection: CollectionName;
  readonly count: number;
  /** To its neighbours; absent if there is only one page. */
  readonly links?: PageLinks;
  /** Page, first byte and end of each slice. */
  readonly slices: Uint32Array;
}

/** Files that a thread makes; sending each in a message of its own would take longer than making it. */
export type PlannedForThread = PlannedNeighbours | PlannedHtml | PlannedSimilarity;

export type Planned = PlannedFile | PlannedForThread;

export function isForThread(planned: Planned): planned is PlannedForThread {
  return 'items' in planned;
}

/** Records of a collection in the order of a file that copies them from the pages. */
export interface CopiedRecords {
  /** Adds so many consecutive records, which lie at `place`: page, first byte and end. */
  readonly add: (place: ArrayLike<number>, records?: number) => void;
  readonly count: () => number;
  /** The file of them. */
  readonly at: (path: string) => PlannedList;
  /** The files of a view of phages, in pages if there are many (V1); `view` is named as in `ViewPages`. */
  readonly inPages: (view: string, site: LinkedSite) => PlannedList[];
}

export type LinkedSite = Pick<SiteOptions, 'baseUrl' | 'links'>;

export function createCopied(collection: CollectionName): CopiedRecords {
  const slices: number[] = [];
  // Where in `slices` each page of a view begins.
  const starts: number[] = [];
  let count = 0;
  const listAt = (path: string, some = slices): PlannedList => {
    return { kind: 'list', path, collection, count, slices: Uint32Array.from(some) };
  };
  return {
    add(place, records = 1) {
      const isFirst = count % viewPageSize === 0;
      if (isFirst) starts.push(slices.length);
      count += records;
      const [page, from, to] = [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0];
      const last = slices.length - placeColumns;
      // On a page, one byte, the comma, separates two records.
      if (!isFirst && slices[last] === page && slices[last + 2] === from - 1) {
        slices[last + 2] = to;
      } else {
        slices.push(page, from, to);
      }
    },
    count: () => count,
    at: (path) => listAt(path),
    inPages(view, { baseUrl, links: style }) {
      const index = viewFile([view]);
      if (count <= viewPageSize) return [listAt(index)];
      return starts.flatMap((start, at) => {
        const links = pageLinks(baseUrl, view, at + 1, starts.length, style);
        const page = listAt(pageFile(view, at + 1), slices.slice(start, starts[at + 1]));
        const paths = at === 0 ? [index, page.path] : [page.path];
        return paths.map((path) => ({ ...page, path, links }));
      });
    },
  };
}

const end = ']}';

/** The envelope of a list: the text before its records and after them. */
export function envelopeOf({
  count,
  links,
}: Pick<PlannedList, 'count' | 'links'>): [head: string, end: string] {
  const { next = null, previous = null } = links ?? {};
  const envelope = JSON.stringify({ count, next, previous, results: [] });
  return [envelope.slice(0, -end.length), end];
}

/** The size of the file. */
export function plannedBytes(file: PlannedList): number {
  const { slices } = file;
  // One comma fewer than there are slices.
  let bytes = Buffer.byteLength(envelopeOf(file).join('')) + Math.max(0, slices.length / 3 - 1);
  for (let at = 0; at < slices.length; at += 3)
    bytes += (slices[at + 2] ?? 0) - (slices[at + 1] ?? 0);
  return bytes;
}

/** Each file, followed by its alias. */
export function* withAliases(files: Iterable<Planned>): Generator<Planned> {
  for (const file of files) {
    yield file;
    // Those of phams have digits for names, and a thread makes those of the others.
    if (isForThread(file)) continue;
    const path = fileAlias(file.path);
    if (path !== null) yield { ...file, path };
  }
}

/** The options of a site that its views, and the lists that belong to them, depend on. */
export type ViewOptions = Pick<
  SiteOptions,
  | 'baseUrl'
  | 'bulk'
  | 'caseInsensitiveNames'
  | 'fieldNames'
  | 'furtherSizes'
  | 'links'
  | 'pageSizes'
  | 'spreadsheetSafe'
> & {
  /** The parts of the table of similar phages of the live site, each by its phages; absent if none is kept. */
  readonly formerParts?: ReadonlyMap<string, FormerPart>;
};

/** What is published besides lists and single records, named by the first part of its address (V1). */
export interface View {
  /** The one collection from whose notes it is planned. */
  readonly from: CollectionName;
  /** How many files it will have, for the limits of hosts: to be left out of a view with a handful. */
  readonly entries?: (all: JoinedFacts) => number;
  /** `notes` are of all pages; `change` is null when nothing of the live site is kept. */
  readonly plan: (notes: PageNotes, change: Change | null, options: ViewOptions) => PlannedView;
}

/** How a list differs from that of the live site. */
export interface ListEdit {
  /** Whether all of its pages were rendered, rather than those with a change. */
  readonly isWhole: boolean;
  /** The positions of the records that differ; null if all may. */
  readonly ranks: RankChanges | null;
  /** Keys that the list no longer has. */
  readonly removed: readonly string[];
}

export const noEdit: ListEdit = { isWhole: false, ranks: { before: [], now: [] }, removed: [] };

/** The notes of a list on the live site and now, and which of their records are others. */
export interface Change extends Pick<ListEdit, 'ranks'> {
  readonly before: PageNotes;
  readonly now: PageNotes;
}

/** Whether no record was added, removed or changed. */
export function isSameList({ ranks }: Pick<Change, 'ranks'>): boolean {
  return ranks !== null && ranks.before.length === 0 && ranks.now.length === 0;
}

export interface PlannedView {
  /** Computes what its files need, if anything: once, now or when the first of them is planned. */
  readonly prepare?: () => void;
  /** The files to write, lazily, without `pages`. */
  readonly files: () => Iterable<Planned>;
  /** The number of its files, `pages` and kept ones included; absent if they must be counted. */
  readonly fileCount?: () => number;
  /** The pages to write of the list that belongs to the view. */
  readonly pages?: { readonly files: () => Iterable<PlannedFile>; readonly count: () => number };
  /** Whether a live file of the view is still valid. */
  readonly isKept: (file: string) => boolean;
  /** The parts of its bulk file, in order; null if that of the live site is kept, absent if it has none. */
  readonly table?: (() => readonly TablePart[]) | null;
  /** Of its addresses with more than one page, kept ones as well; absent if there are none. */
  readonly lastPages?: () => ViewPages;
}

/** A part of the table of similar phages in that of the live site. */
export interface FormerPart extends FileRange {
  readonly records: number;
}

/** A part of the table of similar phages. */
export interface TablePart {
  /** The names of its phages, as JSON. */
  readonly names: string;
  /** Where it lies in the live site; null if it is made with the files of the view. */
  readonly kept: FormerPart | null;
}

/** A view of phages, which is written anew when any of them changes. */
export function viewOfPhages(
  files: (notes: PageNotes, options: ViewOptions) => Iterable<PlannedFile>,
): View {
  return {
    from: 'phages',
    plan(notes, change, options) {
      const isKept = change !== null && isSameList(change);
      let planned: PlannedFile[] | null = null;
      const all = () => (planned ??= [...files(notes, options)]);
      return {
        files: () => (isKept ? [] : all()),
        isKept: () => isKept,
        lastPages: () => lastPagesIn(all()),
      };
    },
  };
}

function lastPagesIn(files: Iterable<PlannedFile>): ViewPages {
  const lastPages: Record<string, number> = {};
  for (const { path } of files) {
    const view = viewOfPage(path);
    if (view !== null) lastPages[view] = (lastPages[view] ?? 0) + 1;
  }
  return lastPages;
}

/**
 * The set that `note` collects from the records that were added, removed or changed, by their rows and ranks; null when
 * all pages were rendered.
 */
export function collectFromChanged<T>(
  change: Change | null,
  note: (touched: Set<T>, notes: PageNotes, row: Uint32Array, rank: number) => void,
): ReadonlySet<T> | null {
  if (change === null) return null;
  const { before, now, ranks } = change;
  const touched = new Set<T>();
  const noteAll = (notes: PageNotes, changed: readonly number[] | undefined) => {
    let next = 0;
    forEachRow(notes, (row, index, firstGene) => {
      const [first, records] =
        notes.geneEnds.length > 0 ? [firstGene, row[tally] ?? 0] : [index, 1];
      for (let rank = first; rank < first + records; rank++) {
        if (changed !== undefined && changed[next] !== rank) continue;
        next++;
        note(touched, notes, row, rank);
      }
    });
  };
  noteAll(before, ranks?.before);
  noteAll(now, ranks?.now);
  return touched;
}

/** Writes what views generate themselves: canonical JSON (L1), with the site's names. */
export function viewJson(value: unknown, names: FieldNames): string {
  return escapeLineSeparators(JSON.stringify(withPublicNames(value, names)));
}

// Large enough for the overhead of a message, small enough that all threads get work.
const taskBytes = 4 << 20;
const bytesPerFile = 4096;
// Counting the neighbours of a gene takes about as long as copying this many bytes.
const bytesPerGene = 256;

/** Splits planned files into tasks of about equal work. Lazy: the plans of all files are never in memory at once. */
export function* inBatches(
  all: Iterable<Planned>,
): Generator<{ readonly planned: Planned[]; readonly files: number }> {
  const filesOf = (one: Planned) => (isForThread(one) ? one.items.length : 1);
  const costOf = (one: Planned) => weightOf(one) + filesOf(one) * bytesPerFile;
  for (const { chunk: planned } of inWeighedChunks(all, costOf, { weight: taskBytes }))
    yield { planned, files: planned.reduce((sum, one) => sum + filesOf(one), 0) };
}

function weightOf(planned: Planned): number {
  if (planned.kind === 'text') return planned.text.length;
  return planned.kind === 'list' ? plannedBytes(planned) : planned.genes * bytesPerGene;
}
