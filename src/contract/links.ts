/** The absolute addresses that answers hold; each starts with the base URL (A1). */
import type { CollectionName, ListName } from './collectionName.ts';
import { pageFile } from './sitePaths.ts';

/** How a page names its neighbours: by the query (L2), or by the page's file, which any file server can answer. */
export const linkStyles = ['query', 'path'] as const;

export type LinkStyle = (typeof linkStyles)[number];

/** The addresses of a page's neighbours, as they stand in its envelope. */
export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

/** A list's own address, in its canonical form (A2). */
export function listLink(baseUrl: string, list: ListName): string {
  return `${baseUrl}/api/${list}/`;
}

/**
 * A page's address; `page` counts from 1. As a query it is that of L2; as a path that of L7, with the
 * same query, which a file server ignores.
 */
export function pageLink(baseUrl: string, list: ListName, page: number, style: LinkStyle): string {
  const path = style === 'query' ? `api/${list}/` : pageFile(list, page);
  return `${baseUrl}/${path}?format=api&page=${page}`;
}

/** The links of page `page` of `lastPage` (L2): page 2 names page 1 in full. */
export function pageLinks(
  baseUrl: string,
  list: ListName,
  page: number,
  lastPage: number,
  style: LinkStyle,
): PageLinks {
  return {
    next: page < lastPage ? pageLink(baseUrl, list, page + 1, style) : null,
    previous: page > 1 ? pageLink(baseUrl, list, page - 1, style) : null,
  };
}

/** A record's address (A3, D1); the name must have passed `unsafeNameReason`. */
export function recordLink(baseUrl: string, collection: CollectionName, name: string): string {
  return `${listLink(baseUrl, collection)}${encodeURIComponent(name)}/`;
}
