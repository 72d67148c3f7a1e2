/** The paged list of a collection: each page as a file, the first also where the list itself is (L1 to L7). */
import { pageLinks } from '../contract/links.ts';
import { listFile, pageFile } from '../contract/sitePaths.ts';
import type { Page, PagedCollection } from './cutPages.ts';
import type { SiteFile } from './siteFile.ts';

const comma = Buffer.from(',');
const end = Buffer.from(']}');

/** The files of one page. */
export function listFiles(page: Page, of: PagedCollection, baseUrl: string): SiteFile[] {
  const bytes = renderEnvelope(page, of, baseUrl);
  const file = { path: pageFile(of.collection, page.number), bytes };
  return page.number === 1 ? [{ path: listFile(of.collection), bytes }, file] : [file];
}

function renderEnvelope(page: Page, of: PagedCollection, baseUrl: string): Buffer {
  const { next, previous } = pageLinks(baseUrl, of.collection, page.number, of.lastPage);
  const head = JSON.stringify({ count: of.count, next, previous, results: [] });
  const parts: Uint8Array[] = [Buffer.from(head.slice(0, -end.length))];
  page.records.forEach((record, index) => {
    if (index > 0) parts.push(comma);
    parts.push(record.json);
  });
  parts.push(end);
  return Buffer.concat(parts);
}
