/** Builds the bytes of pages, one after another, in a reused buffer (L1, L2). */
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { readFully } from '../base/files.ts';
import type { CollectionName, ListName } from '../contract/collectionName.ts';
import { type LinkStyle, pageLinks } from '../contract/links.ts';
import { pageFile } from '../contract/sitePaths.ts';

/** The properties of a list that each of its pages needs. */
interface PagedList<Name extends ListName = ListName> {
  readonly list: Name;
  /** Records in the whole list. */
  readonly count: number;
  readonly pageSize: number;
  /** At least 1 (L6). */
  readonly lastPage: number;
}

export type PagedCollection = PagedList<CollectionName>;

/** The page count of a list of `count` records. */
export function paged<Name extends ListName>(
  list: Name,
  count: number,
  pageSize: number,
): PagedList<Name> {
  return { list, count, pageSize, lastPage: Math.max(1, Math.ceil(count / pageSize)) };
}

const comma = 0x2c;
const end = Buffer.from(']}');

/** Enough for most pages; memory that is not written to costs nothing. */
export const pageRoom = 1 << 20;

/** Pages are put together in `room` while they fit. It may share its memory with the records, which is faster. */
export function createPageBuilder(
  of: PagedCollection,
  { baseUrl, links }: { readonly baseUrl: string; readonly links: LinkStyle },
  room: Buffer = Buffer.allocUnsafeSlow(pageRoom),
) {
  let page = room;
  let memory = new Uint8Array(page.buffer);
  let used = 0;
  let count = 0;

  const reserve = (bytes: number) => {
    if (used + bytes <= page.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(used + bytes, page.length * 2));
    page.copy(larger, 0, 0, used);
    page = larger;
    memory = new Uint8Array(page.buffer);
  };

  return {
    /** Records on the page so far. */
    count: () => count,
    /** Starts page `number`. */
    start(number: number): void {
      const { next, previous } = pageLinks(baseUrl, of.list, number, of.lastPage, links);
      const envelope = JSON.stringify({ count: of.count, next, previous, results: [] });
      used = 0;
      count = 0;
      reserve(envelope.length * 3);
      used = page.write(envelope.slice(0, -end.length));
    },
    /** Adds a record's canonical JSON, bytes [from, to); returns its end on the page. */
    add(bytes: Buffer, from: number, to: number): number {
      reserve(to - from + 1);
      if (count > 0) page[used++] = comma;
      if (bytes.buffer === memory.buffer) {
        // `copy` makes a view, which takes as long as copying.
        const { byteOffset } = bytes;
        memory.copyWithin(page.byteOffset + used, byteOffset + from, byteOffset + to);
      } else {
        bytes.copy(page, used, from, to);
      }
      used += to - from;
      count++;
      return used;
    },
    /** The whole page; valid until the next one is started. */
    finish(): Buffer {
      reserve(end.length);
      used += end.copy(page, used);
      return page.subarray(0, used);
    },
  };
}

/** Reads byte ranges of a site's pages. */
export interface Pages {
  /** Fills `into` with bytes of a page's file, from offset `from`. Throws the system's error. */
  readonly read: (collection: CollectionName, page: number, into: Buffer, from: number) => void;
  readonly close: () => void;
}

/** Opens the pages of a site. Keeps the last file open: the next record is often on the same page. */
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
