/** Plans the pages of a collection in its further sizes: copied slices of the default pages (L5). */
import type { CollectionName } from '../contract/collectionName.ts';
import { pageLinks } from '../contract/links.ts';
import { type PageSet, pageSetsOf } from '../contract/pageSizes.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { forEachRow, type PageNotes, placeColumns } from '../records/notes.ts';
import { recordCount, recordPlaces } from './noteCounts.ts';
import { createSliceList } from './pageBuilder.ts';
import type { PlannedFile } from './view.ts';

export type FurtherOptions = Pick<
  SiteOptions,
  'baseUrl' | 'collections' | 'furtherSizes' | 'links' | 'pageSizes'
>;

interface FurtherPages {
  /** The files to write, lazily. */
  readonly files: () => Iterable<PlannedFile>;
  readonly fileCount: () => number;
  /** Whether a live file is one of them and still valid. */
  readonly isKept: (file: string) => boolean;
}

/**
 * `notes` are of all pages. `rendered` are those of the pages that were rendered, if all others come from the live
 * site; else null.
 */
export function planFurtherPages(
  collection: CollectionName,
  notes: PageNotes,
  rendered: readonly PageNotes[] | null,
  { baseUrl, collections, furtherSizes, links, pageSizes }: FurtherOptions,
): FurtherPages {
  const further = (collections.includes(collection) && furtherSizes[collection]) || [];
  const pageSize = pageSizes[collection];
  const count = further.length === 0 ? 0 : recordCount(notes);
  const sets = pageSetsOf(count, pageSize, further).slice(1);
  const renewed = rendered && pagesIn(rendered);

  /** Whether a page has the same records as before: none of them is on a rendered page. */
  const isSame = ({ size }: PageSet, page: number): boolean => {
    if (renewed === null || count === 0) return false;
    const last = Math.ceil(Math.min(count, page * size) / pageSize);
    for (let from = Math.floor(((page - 1) * size) / pageSize) + 1; from <= last; from++) {
      if (renewed.has(from)) return false;
    }
    return true;
  };
  /** The pages that are the same as before, or all others. */
  function* pagesThatAre(
    same: boolean,
  ): Generator<{ readonly set: PageSet; readonly page: number }> {
    for (const set of sets) {
      for (let page = 1; page <= set.lastPage; page++) {
        if (isSame(set, page) === same) yield { set, page };
      }
    }
  }
  let places: Uint32Array | null = null;
  const slicesOf = ({ size }: PageSet, page: number): Uint32Array => {
    const slices = createSliceList();
    places ??= recordPlaces(notes);
    const end = Math.min(count, page * size) * placeColumns;
    for (let at = (page - 1) * size * placeColumns; at < end; at += placeColumns) {
      slices.add(places.subarray(at, at + placeColumns));
    }
    return slices.finish();
  };
  let kept: Set<string> | null = null;
  const keptFiles = () => {
    const files = new Set<string>();
    for (const { set, page } of pagesThatAre(true)) files.add(pageFile(collection, page, set.name));
    return files;
  };
  return {
    *files() {
      for (const { set, page } of pagesThatAre(false)) {
        yield {
          kind: 'list',
          path: pageFile(collection, page, set.name),
          collection,
          count,
          links: pageLinks(baseUrl, collection, page, set.lastPage, links, set.name),
          slices: slicesOf(set, page),
        };
      }
    },
    fileCount: () => [...pagesThatAre(false)].length,
    isKept: (file) => (kept ??= keptFiles()).has(file),
  };
}

function pagesIn(notes: readonly PageNotes[]): ReadonlySet<number> {
  const pages = new Set<number>();
  for (const part of notes) forEachRow(part, (row) => pages.add(row[0] ?? 0));
  return pages;
}
