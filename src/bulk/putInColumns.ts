/** Makes a Parquet file of the records on a collection's pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CollectionName, PerCollection } from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import type { Column } from './columns.ts';
import { HashedBytes } from './hashedBytes.ts';
import { createParquetTable } from './parquetTable.ts';

export interface PagesInColumns {
  /** Has the pages of the collection. */
  readonly siteDir: string;
  readonly collection: CollectionName;
  readonly lastPage: number;
  /** Of the collection, as `columnsOf` gives them. */
  readonly columns: readonly Column[];
}

// One group is in memory at a time, and is what a reader that wants few rows must fetch at least. A phage has
// many times the columns of a gene.
const rowsPerGroup: PerCollection<number> = { genes: 20_000, phages: 5_000 };

/**
 * Gives size and hash; `pass` gets the bytes, each valid until it returns. The rows stand in the order of the
 * list, and the same records give the same bytes. Throws the system's error where a page cannot be read.
 */
export function putInColumns(
  pages: PagesInColumns,
  pass: (bytes: Uint8Array) => void,
): { readonly bytes: number; readonly sha256: string } {
  const { collection, columns } = pages;
  const bytes = new HashedBytes(pass);
  const table = createParquetTable(bytes, { columns, rowsPerGroup: rowsPerGroup[collection] });
  for (const record of recordsOnPages(pages)) table.add(record);
  table.finish();
  return { bytes: bytes.offset, sha256: bytes.sha256() };
}

function* recordsOnPages({ siteDir, collection, lastPage }: PagesInColumns): Generator {
  for (let page = 1; page <= lastPage; page++) {
    const text = readFileSync(path.join(siteDir, pageFile(collection, page)), 'utf8');
    const envelope: { readonly results: readonly unknown[] } = JSON.parse(text);
    yield* envelope.results;
  }
}
