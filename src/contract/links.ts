/** The absolute links in responses; each starts with the base URL (A1). */
import type { CollectionName, ListName } from './collectionName.ts';
import type { PageSize } from './pageSizes.ts';
import { pageFile } from './sitePaths.ts';

/**
 * How a page links to its neighbours: by query (L2), or by the path of the page's file, which any file server can
 * serve.
 */
export const linkStyles = ['query', 'path'] as const;

export type LinkStyle = (typeof linkStyles)[number];

/** The links to the neighbouring pages, as in the envelope. */
export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

/** The address of a list, in canonical form (A2). */
export function listLink(baseUrl: string, list: ListName): string {
  return `${baseUrl}/api/${list}/`;
}

/**
 * The address of a page; `page` counts from 1. By query it has the form of L2; by path that of L7, with the same query,
 * which a file server ignores. `size` is the name of the page set: its links stay within the set (L5).
 */
export function pageLink(
  baseUrl: string,
  list: ListName,
  page: number,
  style: LinkStyle,
  size: PageSize | null = null,
): string {
  const path = style === 'query' ? `api/${list}/` : pageFile(list, page, size);
  const ofSize = size === null ? '' : `&page_size=${size}`;
  return `${baseUrl}/${path}?format=api&page=${page}${ofSize}`;
}

/** The links of page `page` of `lastPage` (L2); the link to page 1 includes its number. */
export function pageLinks(
  baseUrl: string,
  list: ListName,
  page: number,
  lastPage: number,
  style: LinkStyle,
  size: PageSize | null = null,
): PageLinks {
  return {
    next: page < lastPage ? pageLink(baseUrl, list, page + 1, style, size) : null,
    previous: page > 1 ? pageLink(baseUrl, list, page - 1, style, size) : null,
  };
}

/** The address of a record (A3, D1); the name must have passed `unsafeNameReason`. */
export function recordLink(baseUrl: string, collection: CollectionName, name: string): string {
  return `${listLink(baseUrl, collection)}${encodeURIComponent(name)}/`;
}
