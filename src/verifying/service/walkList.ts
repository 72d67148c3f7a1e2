/** Reads and checks a list of a service page by page: along `next` links, or by number if the pages are known. */
import { hash } from 'node:crypto';
import { type HttpReply, largestBodyBytes } from '../../base/httpClient.ts';
import type { Progress } from '../../base/progress.ts';
import {
  type CollectionName,
  collectionNames,
  collectionsAmong,
  derivedNames,
  type ListName,
  listNames,
  type PerList,
  requiredNames,
} from '../../contract/collectionName.ts';
import { listLink, pageLink } from '../../contract/links.ts';
import { neutralNames } from '../../contract/siteOptions.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import type { PieceFacts } from '../../records/collection.ts';
import { collections } from '../../records/collections.ts';
import { showString } from '../../text/json.ts';
import type { RuleName } from '../../text/rules.ts';
import { formatCount } from '../../text/words.ts';
import { type Clause, type ClauseLog, lenientLog } from '../clauses.ts';
import { createSchemaChecks, type Envelope, pageIdentity, type SchemaChecks } from '../envelope.ts';
import { createDerivedCheck, createListCheck, type FoundRecord } from '../listCheck.ts';
import { samplePages } from './sampling.ts';
import {
  type Answers,
  askAnswers,
  checkCaching,
  checkCommonHeaders,
  checkJsonType,
  checkPacked,
  checkPromisedHeaders,
  isPublished,
  longestAnswer,
  showStatus,
} from './published.ts';
import {
  type AddressOptions,
  type FetchedRelease,
  promisedLog,
  type Service,
  type SiteFinds,
} from './service.ts';

/** Yields the result of `fetch` for each item, in order, with at most `ahead` of them in flight. */
export async function* pagesAhead<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  fetch: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  try {
    for (const item of items) {
      underWay.push(fetch(item));
      if (underWay.length < ahead) continue;
      const next = underWay.shift();
      if (next !== undefined) yield await next;
    }
    for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) yield await next;
  } finally {
    // If the consumer stops early, later failures must not become unhandled rejections.
    await Promise.allSettled(underWay);
  }
}

/** Ends a walk along `next` links that would never end by itself: loops, repeated pages, too many records. */
interface ReadPage {
  readonly address: string;
  readonly bytes: Buffer;
  readonly records: number;
  readonly next: string | null;
}

type Report = (clause: Clause, address: string, expected: string, found: string) => void;

// The number of repeated pages that is tolerated: a service that grows while it is read repeats some.
const maxRepeats = 20;

/** `report` says why the walk was ended. */
export function createWalkEnd(baseUrl: string, report: Report) {
  const seen = new Set<string>();
  const contents = new Set<string>();
  let [records, repeats] = [0, 0];

  return {
    /**
     * The target of `next` on the last page read, as an address below the base URL; null at the end, or if the walk
     * would never end. `firstCount` is the expected number of records.
     */
    nextOf(page: ReadPage, firstCount: number | null): string | null {
      const { address, bytes, next, records: onPage } = page;
      seen.add(pageIdentity(address));
      records += onPage;
      // An empty page with a next one; that has been reported.
      if (next === null || onPage === 0) return null;
      const where = `${address}#/next`;
      if (firstCount !== null && records > 2 * firstCount + 1000) {
        const expected = `an end after ${firstCount} records`;
        report('count', where, expected, `a next page after ${records}`);
        return null;
      }
      const content = hash('sha256', bytes.subarray(bytes.indexOf('"results"') + 1));
      if (contents.has(content)) repeats++;
      contents.add(content);
      if (repeats > maxRepeats) {
        const expected = 'records that were not there yet';
        report('L2', where, expected, 'those of earlier pages, over and over');
        return null;
      }
      // A link outside the base URL has been reported; the same page is requested below it.
      const known = next.startsWith(`${baseUrl}/`) ? next : here(next, baseUrl);
      if (known === null || !seen.has(pageIdentity(known))) return known;
      report('L2', where, 'a page that was not there yet', `${showString(next)}: a loop`);
      return null;
    },
  };
}

/** Moves a link to the API of another base URL below this one; null for any other link. */
function here(link: string, baseUrl: string): string | null {
  const below = /^https?:\/\/[^?#]*?(\/api\/[^#]*)/i.exec(link)?.[1];
  return below === undefined ? null : baseUrl + below;
}

/** The state of a walk along a list: checks each response, and decides when the walk must end. */
interface ListWalk {
  readonly service: Service;
  readonly list: ListName;
  readonly allowed: ReadonlySet<RuleName>;
  readonly schemas: SchemaChecks;
  readonly progress: Progress;
  readonly lastPage: number | null;
  readonly ahead: number;
  /** Chooses the pages to read from their number; null for all. */
  readonly pick: ((pages: number) => readonly number[]) | null;
  readonly onPage: (list: ListName, number: number, bytes: Buffer) => void;
  /** Called with every record of a collection that has a key. */
  readonly onRecord: (collection: CollectionName, number: number, record: FoundRecord) => void;
}

export interface WalkedList {
  readonly collection: CollectionName;
  readonly records: number;
  readonly pages: number;
  readonly facts: PieceFacts;
}

type WalkState = ReturnType<typeof createWalkState>;

// Clauses that do not apply to a list that changes while it is read.
const upsetByChange: ReadonlySet<string> = new Set(['L2', 'L3', 'S3', 'count']);

// An ETag with this many digits of the release's id is valid for all files of the release.
const tagDigits = 12;

function createWalkState(walk: ListWalk) {
  const { service, list, pick } = walk;
  const collection = collectionNames.find((name) => name === list);
  const derived = derivedNames.find((name) => name === list);
  const published = service.release?.collections[list] ?? null;
  // The current count; somebody else's service may grow while it is read.
  let count: number | null = published?.count ?? null;
  let hasChanged = false;
  const tags = new Map<string, { readonly address: string; readonly size: number }>();
  // A list may grow while it is read, but the walk must still end.
  let firstCount: number | null = null;
  let [pages, records, recordsOnFirstPage] = [0, 0, 0];
  let lastRead: Pick<ReadPage, 'bytes' | 'records'> = { bytes: Buffer.alloc(0), records: 0 };
  const promised = promisedLog(service);
  const isFree =
    service.release === null &&
    collection !== undefined &&
    !collections[collection].isOrderSpecified;
  const orderly = isFree ? lenientLog(promised, (clause) => clause !== 'L3') : promised;
  const log = lenientLog(orderly, (clause) => !hasChanged || !upsetByChange.has(clause));
  const checked = {
    baseUrl: service.baseUrl,
    links: service.release?.links ?? 'query',
    fieldNames: service.release?.field_names ?? neutralNames,
    count,
    pageSize: published?.page_size ?? null,
    lastPage: published?.pages ?? null,
    allowed: walk.allowed,
    isExact: published !== null,
  } as const;
  const check =
    derived === undefined
      ? createListCheck({ ...checked, collection: list as CollectionName }, walk.schemas, log)
      : createDerivedCheck(derived, checked, walk.schemas, log);

  const noteChange = (address: string, bytes: Buffer) => {
    if (published !== null) return;
    const stated = /"count"\s*:\s*([0-9]{1,15})\b/.exec(bytes.toString('latin1', 0, 1000))?.[1];
    if (stated === undefined) return;
    if (count !== null && Number(stated) !== count) {
      hasChanged = true;
      const expected = `the list to stay as it is while it is read: ${count} records`;
      promised.note('count', `${address}#/count`, expected, stated);
    }
    count = Number(stated);
  };

  /** Two addresses may have the same ETag by chance, but not with different sizes. */
  const reportCommonTag = (reply: HttpReply, address: string) => {
    const [tag] = reply.lines('etag');
    if (published === null || derived !== undefined || tag === undefined) return;
    // Contains the release's id, which changes with every byte of the site.
    if (tag.includes(service.release?.release.slice(0, tagDigits) ?? '')) return;
    const other = tags.get(tag);
    if (other === undefined) tags.set(tag, { address, size: reply.body.length });
    else if (other.size !== reply.body.length) {
      const expected = `another ETag than ${other.address}, which has other bytes`;
      log.fail('M5', address, expected, showString(tag));
    }
  };

  const refuse: Report = (clause, address, expected, found) => {
    log.fail(clause, address, expected, found);
    check.skipTo();
  };

  const end = createWalkEnd(service.baseUrl, refuse);

  return {
    skip: () => check.skipTo(),
    recordsOnFirstPage: () => recordsOnFirstPage,
    /** Checks the response for the next page; null if it is not a page. */
    take(number: number, address: string, answers: Answers): Envelope | null {
      walk.progress.advance(1);
      const reply = checkAnswers(service, { number, address, answers }, promised, refuse);
      if (reply === null) return null;
      const bytes = reply.body;
      reportCommonTag(reply, address);
      const clause = derived === undefined ? 'manifest' : 'V1';
      const isRight = checkHash(service, pageFile(list, number), bytes, address, clause, promised);
      noteChange(address, bytes);
      const page = check.page({ address, number, bytes }, (record) => {
        if (collection !== undefined) walk.onRecord(collection, number, record);
      });
      if (page === null) return null;
      if (isRight || derived === undefined) walk.onPage(list, number, bytes);
      pages++;
      records += page.records;
      lastRead = { bytes, records: page.records };
      firstCount ??= count;
      if (number === 1) recordsOnFirstPage = page.records;
      return page.envelope;
    },
    /** The target of `next`; null at the end, or if the walk would never end. */
    nextOf: ({ next }: Envelope, address: string) =>
      end.nextOf({ ...lastRead, address, next }, firstCount),
    finish(): WalkedList {
      const { facts } = check.finish();
      if (pick === null && derived === undefined && count !== null && records !== count) {
        const expected = `${count} records in all, as count says`;
        log.fail('count', listLink(service.baseUrl, list), expected, String(records));
      }
      if (count === 0) log.checked('L6');
      // `walkLists` leaves out those of derived lists.
      return { collection: list as CollectionName, records, pages, facts };
    },
  };
}

/** The response for a page; null if there is none. Checks its headers, or only what every service promises. */
function checkAnswers(
  service: Service,
  { number, address, answers }: { number: number; address: string; answers: Answers },
  log: ClauseLog,
  refuse: Report,
): HttpReply | null {
  const { plain } = answers;
  log.checked('answers', 'L4');
  if (!plain.ok) {
    refuse('answers', address, 'an answer', plain.reason);
    return null;
  }
  const { reply } = plain;
  if (reply.status !== 200) {
    refuse('L4', address, `200 and page ${number}`, showStatus(reply));
    return null;
  }
  const received = { reply, address, log };
  if (service.release === null) {
    checkPromisedHeaders(received);
  } else {
    checkCommonHeaders(received);
    checkJsonType(received);
    checkCaching(service.maxAge, received);
  }
  checkPacked(answers, address, log);
  return reply;
}

function checkHash(
  service: Service,
  file: string,
  bytes: Buffer,
  address: string,
  clause: Clause,
  log: ClauseLog,
): boolean {
  const { manifest, release } = service;
  const is = manifest === null || release === null ? true : isPublished(service, file, bytes);
  if (is === true) return true;
  const id = release?.release.slice(0, 12);
  const [expected, found] =
    is === null
      ? [`${file} in manifest.json`, 'no such file']
      : [`the bytes of ${file} in release ${id}`, 'other bytes'];
  log.fail(clause, address, expected, found);
  return false;
}

export function addressOfPage(service: Service, list: ListName, page: number): string {
  const style = service.release?.links ?? 'query';
  if (page === 1) return listLink(service.baseUrl, list) + service.index;
  return pageLink(service.baseUrl, list, page, style);
}

interface AnsweredPage {
  readonly number: number;
  readonly address: string;
  readonly answers: Answers;
}

async function askPage(service: Service, list: ListName, number: number): Promise<AnsweredPage> {
  const address = addressOfPage(service, list, number);
  return { number, address, answers: await askAnswers(service, address, pageFile(list, number)) };
}

export async function walkList(walk: ListWalk): Promise<WalkedList> {
  const state = createWalkState(walk);
  const { lastPage, pick, service } = walk;
  // Without a manifest, the number of pages is not reliable, and the links decide.
  const isKnown = service.manifest !== null || pick !== null;
  if (lastPage === null || !isKnown) await followLinks(walk, state, lastPage ?? Infinity);
  else await readByNumber(walk, state, pick === null ? counting(lastPage) : pick(lastPage));
  return state.finish();
}

/** Requests pages by number, several at once. As their links are checked exactly, a walk would give the same. */
async function readByNumber(
  { service, list, ahead }: ListWalk,
  state: WalkState,
  numbers: Iterable<number>,
  lastRead = 0,
): Promise<void> {
  const fetch = (number: number) => askPage(service, list, number);
  let before = lastRead;
  for await (const { number, address, answers } of pagesAhead(numbers, ahead, fetch)) {
    if (number !== before + 1) state.skip();
    before = number;
    state.take(number, address, answers);
  }
}

/** Follows `next` from page to page to null, as the interface says; also for services with an unknown number of pages. */
async function followLinks(walk: ListWalk, state: WalkState, pages: number): Promise<void> {
  const { service, list, pick } = walk;
  const first = addressOfPage(service, list, 1);
  let address: string | null = first;
  for (let number = 1; address !== null && number <= pages; number++) {
    const answers = await askAnswers(service, address, pageFile(list, number));
    const envelope: Envelope | null = state.take(number, address, answers);
    if (envelope === null) return;
    if (pick !== null) return readPicked(walk, state, envelope);
    address = state.nextOf(envelope, address);
  }
}

/** Reads a sample of a list whose first page has been read. */
async function readPicked(walk: ListWalk, state: WalkState, first: Envelope): Promise<void> {
  const pages = Math.ceil(first.count / Math.max(1, state.recordsOnFirstPage()));
  const picked = walk.pick?.(Math.max(1, pages)) ?? [];
  const others = picked.filter((number) => number !== 1);
  await readByNumber({ ...walk, ahead: 1 }, state, others, 1);
}

function* counting(end: number): Generator<number> {
  for (let number = 1; number <= end; number++) yield number;
}

// Walks all lists of a service concurrently, in full or as a sample.

/** Concurrent, since each walk waits for one response at a time. */
export async function walkLists(
  options: AddressOptions,
  fetched: FetchedRelease,
  finds: SiteFinds,
  progress: Progress,
): Promise<WalkedList[]> {
  const { allowed, sample, seed } = options;
  const { service, lastPages } = fetched;
  const schemas = createSchemaChecks();
  const pickIn = (list: ListName) =>
    sample === null ? null : (pages: number) => samplePages(pages, sample, `${seed} ${list}`);
  const picked = (list: ListName) =>
    lastPages === null || lastPages[list] === 0 ? null : (pickIn(list)?.(lastPages[list]) ?? null);
  const pagesOf = (list: ListName) => picked(list)?.length ?? lastPages?.[list] ?? 0;
  const walked = lastPages === null ? requiredNames : collectionsAmong(lastPages);
  const total = listNames.reduce((sum, list) => sum + pagesOf(list), 0);
  progress.stage('Reading', total, 'pages');
  if (sample !== null) service.log.remark('count', sampleRemark(lastPages, pagesOf));
  const walkOf = (list: ListName) =>
    walkList({
      service,
      schemas,
      progress,
      list,
      allowed,
      lastPage: lastPages?.[list] ?? null,
      pick: pickIn(list),
      ahead: prefetched(service, list, options),
      onPage: (of, number, bytes) => finds.onPage(of, number, bytes),
      onRecord: (of, number, record) => finds.onRecord(of, number, record),
    });
  const derived = derivedNames.filter((list) => (lastPages?.[list] ?? 0) > 0);
  const walks = await Promise.allSettled([...walked, ...derived].map(walkOf));
  const failed = walks.find((walk) => walk.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return walks
    .slice(0, walked.length)
    .flatMap((walk) => (walk.status === 'fulfilled' ? [walk.value] : []));
}

function sampleRemark(
  lastPages: PerList<number> | null,
  pagesOf: (list: ListName) => number,
): string {
  if (lastPages === null) return 'only a sample was read';
  const read = listNames
    .filter((list) => lastPages[list] > 0)
    .map((list) => `${formatCount(pagesOf(list))} of ${formatCount(lastPages[list])} of ${list}`);
  return `only a sample of pages was read: ${read.join(', ')}`;
}

/** The number of pages to prefetch: fewer if they are large, since all are held in memory. */
function prefetched(service: Service, list: ListName, { connections }: AddressOptions): number {
  const largest = longestAnswer(service, pageFile(list, 1));
  return Math.max(1, Math.min(connections, Math.floor(largestBodyBytes / largest)));
}
