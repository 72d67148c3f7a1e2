/** Makes a Parquet file of the records on a collection's pages. */
import type { CollectionName, PerCollection } from '../contract/collectionName.ts';
import { openPages } from '../pages/openPages.ts';
import type { Column } from './columns.ts';
import { HashedBytes } from './hashedBytes.ts';
import { createParquetTable } from './parquetTable.ts';
import { readRecordLines } from './recordLines.ts';
import { createTextBuffer } from './textBuffer.ts';

export interface PagesInColumns {
  /** Has the pages of the collection. */
  readonly siteDir: string;
  readonly collection: CollectionName;
  /** Where its records lie, block by block, as `planBlocks` has them. */
  readonly blocks: readonly Uint32Array[];
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

/** Read block by block: a page may be longer than a string can be. */
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
