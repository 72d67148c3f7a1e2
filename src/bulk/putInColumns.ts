/** Builds a Parquet file from the records on a collection's pages. */
import { collections } from '../collections/collections.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import { openPages } from '../pages/openPages.ts';
import type { Column } from './columns.ts';
import { HashedBytes } from './hashedBytes.ts';
import { createParquetTable } from './parquetTable.ts';
import { readRecordLines } from './recordLines.ts';
import { createTextBuffer } from './textBuffer.ts';

export interface PagesInColumns {
  /** The folder with the pages of the collection. */
  readonly siteDir: string;
  readonly collection: CollectionName;
  /** The offsets of its records by block, as returned by `planBlocks`. */
  readonly blocks: readonly Uint32Array[];
  /** As returned by `columnsOf`. */
  readonly columns: readonly Column[];
}

/**
 * Returns size and hash; `pass` gets the bytes, each chunk valid until it returns. Rows are in the order of the list,
 * and the bytes are deterministic. Throws the system's error when a page cannot be read.
 */
export function putInColumns(
  pages: PagesInColumns,
  pass: (bytes: Uint8Array) => void,
): { readonly bytes: number; readonly sha256: string } {
  const { collection, columns } = pages;
  const bytes = new HashedBytes(pass);
  const { rowsPerGroup } = collections[collection];
  const table = createParquetTable(bytes, { columns, rowsPerGroup });
  for (const record of recordsOnPages(pages)) table.add(record);
  table.finish();
  return { bytes: bytes.offset, sha256: bytes.sha256() };
}

/** Read block by block, since a page may exceed the maximum length of a string. */
function* recordsOnPages({ siteDir, collection, blocks }: PagesInColumns): Generator {
  const pages = openPages(siteDir);
  const lines = createTextBuffer();
  try {
    for (const places of blocks) {
      const starts = readRecordLines({ collection, places }, pages.read, lines);
      for (let record = 0; record + 1 < starts.length; record++) {
        yield JSON.parse(lines.bytes.toString('utf8', starts[record], starts[record + 1]));
      }
    }
  } finally {
    pages.close();
  }
}
