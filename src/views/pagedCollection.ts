/** A collection as far as every page of it must know it. */
import type { CollectionName } from '../contract/collectionName.ts';

export interface PagedCollection {
  readonly collection: CollectionName;
  /** Records in the whole collection. */
  readonly count: number;
  readonly pageSize: number;
  /** At least 1 (L6). */
  readonly lastPage: number;
}

/** The shape of a collection of `count` records. */
export function paged(
  collection: CollectionName,
  count: number,
  pageSize: number,
): PagedCollection {
  return { collection, count, pageSize, lastPage: Math.max(1, Math.ceil(count / pageSize)) };
}
