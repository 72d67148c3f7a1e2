/** Builds the bytes of pages, one after another, in a reused buffer (L1, L2). */
import { type LinkStyle, pageLinks } from '../contract/links.ts';
import type { PagedCollection } from './pagedList.ts';

const comma = 0x2c;
const end = Buffer.from(']}');

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

export function createPageBuilder(
  of: PagedCollection,
  { baseUrl, links }: { readonly baseUrl: string; readonly links: LinkStyle },
): PageBuilder {
  let page = Buffer.allocUnsafe(1 << 16);
  let used = 0;
  let count = 0;

  const reserve = (bytes: number) => {
    if (used + bytes <= page.length) return;
    const larger = Buffer.allocUnsafe(Math.max(used + bytes, page.length * 2));
    page.copy(larger, 0, 0, used);
    page = larger;
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
      used += bytes.copy(page, used, from, to);
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
