/** Writes all records of a collection into one Parquet file, off its staged pages: the work of a worker thread. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CollectionName, PerCollection } from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import type { PublishedFile } from '../publishing/manifest.ts';
import type { Column } from './columns.ts';
import { FileBytes } from './fileBytes.ts';
import { linkIfSame } from './linkIfSame.ts';
import { createParquetTable } from './parquetTable.ts';

export interface RenderParquetTask {
  /** Has the pages of the collection. */
  readonly stagingDir: string;
  /** The live site, whose file is linked where it is the same; null when there is none. */
  readonly liveDir: string | null;
  readonly collection: CollectionName;
  readonly lastPage: number;
  /** Of the collection, as `columnsOf` gives them. */
  readonly columns: readonly Column[];
}

export interface RenderedParquet extends PublishedFile {
  readonly records: number;
  /** Whether it is a link to the live site's file. */
  readonly isLinked: boolean;
}

// One group is in memory at a time, and is what a reader that wants few rows must fetch at least. A phage has
// many times the columns of a gene.
const rowsPerGroup: PerCollection<number> = { genes: 20_000, phages: 5_000 };

/** Where the Parquet file of a collection lies in a site. */
function parquetFile(collection: CollectionName): string {
  return `bulk/${collection}.parquet`;
}

/** The rows stand in the order of the list; the same records give the same bytes. Throws a Failure. */
export function renderParquet(task: RenderParquetTask): RenderedParquet {
  const { stagingDir, liveDir, collection, columns } = task;
  const file = parquetFile(collection);
  const bytes = new FileBytes(path.join(stagingDir, file));
  let records = 0;
  try {
    const table = createParquetTable(bytes, { columns, rowsPerGroup: rowsPerGroup[collection] });
    for (const record of recordsOnPages(task)) {
      table.add(record);
      records++;
    }
    table.finish();
  } finally {
    bytes.close();
  }
  const written = { path: file, bytes: bytes.offset, sha256: bytes.sha256() };
  return { ...written, records, isLinked: linkIfSame(written, stagingDir, liveDir) };
}

function* recordsOnPages({ stagingDir, collection, lastPage }: RenderParquetTask): Generator {
  for (let page = 1; page <= lastPage; page++) {
    const text = readFileSync(path.join(stagingDir, pageFile(collection, page)), 'utf8');
    const envelope: { readonly results: readonly unknown[] } = JSON.parse(text);
    yield* envelope.results;
  }
}
