/**
 * The definition of a view: the collection it is made from, how its files are planned, and which live files are still
 * valid.
 */
import type { JoinedFacts } from '../collections/fact.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { FieldNames } from '../contract/fieldNames.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { forEachRow, type PageNotes } from '../pages/pageNotes.ts';
import type { Planned, PlannedFile } from './plannedFile.ts';

/** The options of a site that its views, and the lists that belong to them, depend on. */
export type ViewOptions = Pick<
  SiteOptions,
  'baseUrl' | 'fieldNames' | 'furtherSizes' | 'links' | 'pageSizes'
>;

export interface View {
  readonly from: CollectionName;
  /** The number of names with a file each; absent where there are few. */
  readonly entries?: (all: JoinedFacts) => number;
  /** `notes` are of all pages; `change` is null when all of them were rendered. */
  readonly plan: (notes: PageNotes, change: Change | null, options: ViewOptions) => PlannedView;
}

/** The notes of the live site, and those of the pages that were rendered since. */
export interface Change {
  readonly before: PageNotes;
  readonly rendered: readonly PageNotes[];
}

export interface PlannedView {
  /** Computes what its files need, if anything: once, now or when the first of them is planned. */
  readonly prepare?: () => void;
  /** The files to write, lazily, without `pages`. */
  readonly files: () => Iterable<Planned>;
  /** The number of files, including those written otherwise; absent if they must be counted. */
  readonly fileCount?: () => number;
  /** The pages to write of the list that belongs to the view. */
  readonly pages?: { readonly files: () => Iterable<PlannedFile>; readonly count: () => number };
  /** Whether a live file of the view is still valid. */
  readonly isKept: (file: string) => boolean;
}

/** A view of phages, which is written anew when any of them changes. */
export function viewOfPhages(
  files: (notes: PageNotes, names: FieldNames) => Iterable<PlannedFile>,
): View {
  return {
    from: 'phages',
    plan(notes, change, { fieldNames }) {
      const isKept = change?.rendered.every(({ rows }) => rows.length === 0) === true;
      return { files: () => (isKept ? [] : files(notes, fieldNames)), isKept: () => isKept };
    },
  };
}

/**
 * The set that `note` collects from the rows that are, or were, on a rendered page; null when all pages were rendered.
 */
export function touchedBy<T>(
  change: Change | null,
  note: (touched: Set<T>, notes: PageNotes, row: Uint32Array, firstGene: number) => void,
): ReadonlySet<T> | null {
  if (change === null) return null;
  const pages = new Set<number>();
  const touched = new Set<T>();
  for (const part of change.rendered) {
    forEachRow(part, (row, _, firstGene) => {
      pages.add(row[0] ?? 0);
      note(touched, part, row, firstGene);
    });
  }
  forEachRow(change.before, (row, _, firstGene) => {
    if (pages.has(row[0] ?? 0)) note(touched, change.before, row, firstGene);
  });
  return touched;
}
