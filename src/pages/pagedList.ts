/** The properties of a list that each of its pages needs. */
import type { CollectionName, ListName } from '../contract/collectionName.ts';

export interface PagedList<Name extends ListName = ListName> {
  readonly list: Name;
  /** Records in the whole list. */
  readonly count: number;
  readonly pageSize: number;
  /** At least 1 (L6). */
  readonly lastPage: number;
}

export type PagedCollection = PagedList<CollectionName>;

/** The page count of a list of `count` records. */
export function paged<Name extends ListName>(
  list: Name,
  count: number,
  pageSize: number,
): PagedList<Name> {
  return { list, count, pageSize, lastPage: Math.max(1, Math.ceil(count / pageSize)) };
}
