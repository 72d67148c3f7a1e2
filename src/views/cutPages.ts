/** Cuts the ordered records of a collection into pages. */
import type { CollectionName } from '../contract/collectionName.ts';

/** What a view needs of a record: its key and its canonical JSON, both UTF-8. */
export interface PublishedRecord {
  readonly key: Buffer;
  readonly json: Buffer;
}

/** A collection as far as every page of it must know it. */
export interface PagedCollection {
  readonly collection: CollectionName;
  /** Records in the whole collection. */
  readonly count: number;
  readonly pageSize: number;
  /** At least 1 (L6). */
  readonly lastPage: number;
}

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly records: readonly PublishedRecord[];
}

/** The shape of a collection of `count` records. */
export function paged(
  collection: CollectionName,
  count: number,
  pageSize: number,
): PagedCollection {
  return { collection, count, pageSize, lastPage: Math.max(1, Math.ceil(count / pageSize)) };
}

/** Yields the pages in order; an empty collection has one (L6). */
export function* cutPages(records: Iterable<PublishedRecord>, pageSize: number): Generator<Page> {
  let number = 1;
  let page: PublishedRecord[] = [];
  for (const record of records) {
    if (page.length === pageSize) {
      yield { number, records: page };
      number++;
      page = [];
    }
    page.push(record);
  }
  yield { number, records: page };
}
