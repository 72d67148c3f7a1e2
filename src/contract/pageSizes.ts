/** The page sizes that a list offers, and which of them a query asks for (L5). */
import type { ListName } from './collectionName.ts';
import { queryValue } from './pageParameter.ts';

/** The number of records on a page; `all` is as many as the list has. */
export type PageSize = number | 'all';

/** The page sizes that lists offer; a list may be left out. */
export type ListSizes = Readonly<Partial<Record<ListName, readonly PageSize[]>>>;

/** The pages of a list in one of its sizes. */
export interface PageSet {
  /** As in files and links; null for the default size, which has no name. */
  readonly name: PageSize | null;
  /** In records, also for `all`. */
  readonly size: number;
  readonly lastPage: number;
}

/** The page sets of the lists that offer more than one, the default first. */
export type PageSets = Readonly<Partial<Record<ListName, readonly PageSet[]>>>;

/** The set that a raw query asks for, without its `?`. Never throws, whatever the query contains. */
export function pageSetFor(query: string, sets: readonly PageSet[]): PageSet {
  const byDefault = sets[0] as PageSet;
  const value = queryValue('page_size', query);
  const wanted = /^[0-9]+$/.test(value) ? Number(value) : 0;
  if (wanted === 0) return byDefault;
  let smallest = byDefault;
  let largest: PageSet | null = null;
  // forEach, because CloudFront's runtime has no for-of.
  sets.forEach((set) => {
    if (set.size < smallest.size) smallest = set;
    if (set.size <= wanted && (largest === null || set.size > largest.size)) largest = set;
  });
  return largest || smallest;
}
