/** Reads byte ranges of a site's pages. */
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { CollectionName } from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { readFully } from '../publishing/readFully.ts';

export interface Pages {
  /** Fills `into` with bytes of a page's file, from offset `from`. Throws the system's error. */
  readonly read: (collection: CollectionName, page: number, into: Buffer, from: number) => void;
  readonly close: () => void;
}

/** Opens the pages of a site. Keeps the last file open: the next slice is often on the same page. */
export function openPages(siteDir: string): Pages {
  let open = { file: '', handle: -1 };
  const close = () => {
    if (open.handle >= 0) closeSync(open.handle);
    open = { file: '', handle: -1 };
  };
  return {
    close,
    read(collection, page, into, from) {
      const file = pageFile(collection, page);
      if (file !== open.file) {
        close();
        open = { file, handle: openSync(path.join(siteDir, file), 'r') };
      }
      if (readFully(open.handle, into, from, path.join(siteDir, file)) < into.length) {
        throw new Error(`${file} is shorter than it was noted`);
      }
    },
  };
}
