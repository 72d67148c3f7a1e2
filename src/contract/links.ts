/** The absolute addresses that answers hold; each starts with the base URL (A1). */
import type { CollectionName } from './collectionName.ts';

/** The addresses of a page's neighbours, as they stand in its envelope. */
export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

/** A list's own address, in its canonical form (A2). */
export function listLink(baseUrl: string, collection: CollectionName): string {
  return `${baseUrl}/api/${collection}/`;
}

/** A page's address; `page` counts from 1 (L2). */
export function pageLink(baseUrl: string, collection: CollectionName, page: number): string {
  return `${listLink(baseUrl, collection)}?format=api&page=${page}`;
}

/** The links of page `page` of `lastPage` (L2): page 2 names page 1 in full. */
export function pageLinks(
  baseUrl: string,
  collection: CollectionName,
  page: number,
  lastPage: number,
): PageLinks {
  return {
    next: page < lastPage ? pageLink(baseUrl, collection, page + 1) : null,
    previous: page > 1 ? pageLink(baseUrl, collection, page - 1) : null,
  };
}

/** A record's address (A3, D1); the name must have passed `unsafeNameReason`. */
export function recordLink(baseUrl: string, collection: CollectionName, name: string): string {
  return `${listLink(baseUrl, collection)}${encodeURIComponent(name)}/`;
}
