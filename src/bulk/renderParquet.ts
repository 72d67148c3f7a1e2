/** Writes all records of a collection into one Parquet file, off its staged pages: the work of a worker thread. */
import { openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { parquetFile } from '../contract/bulkFiles.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { linkIfSame } from '../publishing/linkIfSame.ts';
import { makeFolder } from '../publishing/makeFolder.ts';
import { closeWritten, writeFailure } from '../publishing/siteWriter.ts';
import { type PagesInColumns, putInColumns } from './putInColumns.ts';

export interface RenderParquetTask extends PagesInColumns {
  /** The live site, whose file is linked where it is the same; null when there is none. */
  readonly liveDir: string | null;
}

export interface RenderedParquet extends PublishedFile {
  /** Whether it is a link to the live site's file. */
  readonly isLinked: boolean;
}

/** Throws a Failure. */
export function renderParquet({ liveDir, ...pages }: RenderParquetTask): RenderedParquet {
  const file = parquetFile(pages.collection);
  const target = path.join(pages.siteDir, file);
  const written = { path: file, ...writeInColumns(pages, target) };
  return { ...written, isLinked: linkIfSame(written, pages.siteDir, liveDir) };
}

function writeInColumns(pages: PagesInColumns, target: string) {
  const handle = openNew(target);
  try {
    return putInColumns(pages, (bytes) => {
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      } catch (error) {
        throw writeFailure(target, error);
      }
    });
  } finally {
    closeWritten(handle, target);
  }
}

/** Makes a file, never through a link that stands in its place. */
function openNew(target: string): number {
  try {
    makeFolder(path.dirname(target));
    rmSync(target, { force: true });
    return openSync(target, 'wx');
  } catch (error) {
    throw writeFailure(target, error);
  }
}
