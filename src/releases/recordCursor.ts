/** Reads the records of a release in their order, page by page, as bytes: a record is parsed only where it is asked for. */
import { Failure } from '../base/failure.ts';
import {
  type CollectionName,
  collectionNames,
  perCollection,
  type PerCollection,
  sortFields,
} from '../contract/collectionName.ts';
import { type FieldNames, neutralNames, publicName } from '../contract/siteOptions.ts';
import { pageFile, viewOfPage } from '../contract/sitePaths.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { type Gene, sortKeyOf } from '../records/collection.ts';
import { neutralNaming, publicNaming, renamed } from '../records/renameFields.ts';
import { shellWord } from '../text/escapes.ts';
import { endOfValue } from '../text/json.ts';
import { openRelease, type OpenRelease, type ReadBuffer } from './openRelease.ts';

/** The hashes of the pages of a list, from the first on. */
export type PageHashes = readonly string[];

export interface RecordCursor {
  /** Holds the current record, from `start` to `end`. */
  bytes: Buffer;
  start: number;
  end: number;
  /** Moves to the next record; false at the end. A promise only where a page has to be read. Throws a Failure. */
  readonly next: () => boolean | Promise<boolean>;
  /** The hash of the page that `next` would read; null if it needs none. */
  readonly upcoming: () => string | null;
  /** Moves behind that page, which is not read. */
  readonly skip: () => void;
  readonly key: () => string;
}

const resultsHead = Buffer.from('"results":[');

/**
 * `names` are those under which its fields are told. The site has its own: records are renamed where these differ. Throws
 * a Failure for a page that is not what a build writes.
 */
export function openRecords(
  site: OpenRelease,
  collection: CollectionName,
  pages: PageHashes,
  names: FieldNames,
): RecordCursor {
  const own = site.release.field_names ?? {};
  const isSame = JSON.stringify(own) === JSON.stringify(names);
  const toNeutral = isSame ? null : neutralNaming(collection, own);
  const toPublic = isSame ? null : publicNaming(collection, names);
  const fields = sortFields[collection].map((field) => publicName(names, field));
  const [first = ''] = fields;
  const head = Buffer.from(`{${JSON.stringify(first)}:"`);
  const separator = Buffer.from(`,{${JSON.stringify(publicName(own, sortFields[collection][0]))}:`);
  const held: ReadBuffer = { bytes: Buffer.alloc(0) };
  let raw: Buffer = held.bytes;
  // Where the next record begins in the page; negative if there is none.
  let at = -1;
  let page = 0;

  const load = async (number: number): Promise<boolean> => {
    for (page = number; page <= pages.length; page++) {
      raw = await site.read(pageFile(collection, page), pages[page - 1] ?? '', held);
      const start = raw.indexOf(resultsHead);
      if (start < 0) throw damagedPage(site, collection, page);
      at = start + resultsHead.length;
      if (raw[at] === 0x7b) return true;
    }
    at = -1;
    return false;
  };
  const take = (): boolean => {
    const from = at;
    const found = raw.indexOf(separator, from);
    // Behind the last record come the end of the list and of the page.
    const end = found < 0 ? endOfValue(raw, from) : found;
    if (end <= from) throw damagedPage(site, collection, page);
    at = found < 0 ? -1 : found + 1;
    cursor.bytes = raw;
    cursor.start = from;
    cursor.end = end;
    if (isSame) return true;
    let json = raw.subarray(from, end);
    if (toNeutral !== null) json = Buffer.from(renamed(toNeutral, json, 0));
    if (toPublic !== null) json = Buffer.from(renamed(toPublic, json, 0));
    Object.assign(cursor, { bytes: json, start: 0, end: json.length });
    return true;
  };
  const cursor: RecordCursor = {
    bytes: raw,
    start: 0,
    end: 0,
    next() {
      if (at >= 0) return take();
      return load(page + 1).then((isThere) => isThere && take());
    },
    upcoming: () => (at < 0 ? (pages[page] ?? null) : null),
    skip: () => void page++,
    key(): string {
      const { bytes, start, end } = cursor;
      const from = start + head.length;
      if (fields.length === 1 && bytes.compare(head, 0, head.length, start, from) === 0) {
        const until = bytes.indexOf(0x22, from);
        const text = bytes.toString('utf8', from, until);
        if (!text.includes('\\')) return text;
      }
      const record: Record<string, unknown> = JSON.parse(bytes.toString('utf8', start, end));
      return sortKeyOf(record, fields) ?? '';
    },
  };
  return cursor;
}

/** The same cursor, for the records at these ranks alone: pages without any are not read. `pageSize` is that of its list. */
export function onlyAt(
  records: RecordCursor,
  ranks: readonly number[],
  pageSize: number,
): RecordCursor {
  const { next, upcoming, skip } = records;
  let found = 0;
  // Of the record that comes next.
  let rank = 0;
  return Object.assign(records, {
    async next() {
      const wanted = ranks[found++];
      if (wanted === undefined) return false;
      for (; rank <= wanted; rank++) {
        for (; upcoming() !== null && rank + pageSize <= wanted; rank += pageSize) skip();
        if (!(await next())) return false;
      }
      return true;
    },
    upcoming: () => null,
  });
}

function damagedPage({ where }: OpenRelease, collection: CollectionName, page: number): Failure {
  const message = `${pageFile(collection, page)} of ${where} is no page of ${collection}.`;
  return new Failure('data', message, {
    hint: `Run \`phagepress verify ${shellWord(where)}\` for all that is wrong there.`,
  });
}

/** Calls `visit` with each record; with `wanted`, pages that have none of these hashes are not read. Throws a Failure. */
export async function visitRecords(
  records: RecordCursor,
  visit: (record: RecordCursor) => void,
  wanted: ReadonlySet<string> | null = null,
): Promise<void> {
  const isUnwanted = () => {
    const page = records.upcoming();
    return wanted !== null && page !== null && !wanted.has(page);
  };
  for (;;) {
    while (isUnwanted()) records.skip();
    const more = records.next();
    if (!(typeof more === 'boolean' ? more : await more)) return;
    visit(records);
  }
}

/** What the paths of the pages of lists begin with. */
export const pageTops = collectionNames.map((name) => `api/${name}/page/`);

/** Collects the hashes of the pages of lists from the files of a manifest. */
export function createPageHashes() {
  const pages: PerCollection<string[]> = perCollection(() => []);
  return {
    pages: pages as PerCollection<PageHashes>,
    note: ({ path, sha256 }: PublishedFile): void => {
      if (!path.startsWith('api/') || !path.includes('/page/')) return;
      const list = collectionNames.find((name) => name === viewOfPage(path));
      if (list === undefined) return;
      pages[list][Number(/(\d+)\.json$/.exec(path)?.[1]) - 1] = sha256;
    },
  };
}

/** The genes of the site in a folder or at an address that are in a family. Throws a Failure. */
export async function* genesOfRelease(target: string) {
  const site = await openRelease(target);
  try {
    const { pages, note } = createPageHashes();
    for await (const file of site.files(pageTops)) note(file);
    const records = openRecords(site, 'genes', pages.genes, neutralNames);
    for (;;) {
      const more = records.next();
      if (!(typeof more === 'boolean' ? more : await more)) return;
      const { bytes, start, end } = records;
      const gene = JSON.parse(bytes.toString('utf8', start, end)) as Gene;
      const family = gene.PhamID?.PhamID ?? null;
      const { GeneID: id, LocusTag: locusTag, Translation: translation } = gene;
      const [phage, name] = [gene.PhageID?.PhageID ?? '', gene.Name ?? ''];
      if (id !== null && family !== null) yield { id, locusTag, translation, phage, name, family };
    }
  } finally {
    site.close();
  }
}
