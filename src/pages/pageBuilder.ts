/** Builds the bytes of pages, one after another, in a reused buffer (L1, L2). */
import { type LinkStyle, pageLinks } from '../contract/links.ts';
import type { PagedCollection } from './pagedList.ts';

const comma = 0x2c;
const end = Buffer.from(']}');

/** Enough for most pages; memory that is not written to costs nothing. */
export const pageRoom = 1 << 20;

export interface PageBuilder {
  /** Starts page `number`. */
  readonly start: (number: number) => void;
  /** Adds a record's canonical JSON, bytes [from, to); returns its end on the page. */
  readonly add: (bytes: Buffer, from: number, to: number) => number;
  /** Records on the page so far. */
  readonly count: () => number;
  /** The whole page; valid until the next one is started. */
  readonly finish: () => Buffer;
}

/** Pages are put together in `room` while they fit. It may share its memory with the records, which is faster. */
export function createPageBuilder(
  of: PagedCollection,
  { baseUrl, links }: { readonly baseUrl: string; readonly links: LinkStyle },
  room: Buffer = Buffer.allocUnsafeSlow(pageRoom),
): PageBuilder {
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
    count: () => count,
    start(number) {
      const { next, previous } = pageLinks(baseUrl, of.list, number, of.lastPage, links);
      const envelope = JSON.stringify({ count: of.count, next, previous, results: [] });
      used = 0;
      count = 0;
      reserve(envelope.length * 3);
      used = page.write(envelope.slice(0, -end.length));
    },
    add(bytes, from, to) {
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
    finish() {
      reserve(end.length);
      used += end.copy(page, used);
      return page.subarray(0, used);
    },
  };
}
