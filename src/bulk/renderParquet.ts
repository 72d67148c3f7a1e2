/** A worker's task: writes all records of a collection from staged pages into one Parquet file. */
import { openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { parquetFile } from '../contract/bulkFiles.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { linkIfSame } from '../publishing/linkIfSame.ts';
import { makeFolder } from '../publishing/makeFolder.ts';
import { closeWritten, writing } from '../publishing/siteWriter.ts';
import { type PagesInColumns, putInColumns } from './putInColumns.ts';

export interface RenderParquetTask extends PagesInColumns {
  /** The live site: its file is hard-linked if it is the same. Null if there is none. */
  readonly liveDir: string | null;
}

export interface RenderedParquet extends PublishedFile {
  /** Whether it is a hard link to the live site's file. */
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
    return putInColumns(pages, (bytes) =>
      writing(target, () => {
        for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      }),
    );
  } finally {
    closeWritten(handle, target);
  }
}

/** Creates a file. Removes what is there first, and never follows a link. */
function openNew(target: string): number {
  return writing(target, () => {
    makeFolder(path.dirname(target));
    rmSync(target, { force: true });
    return openSync(target, 'wx');
  });
}
