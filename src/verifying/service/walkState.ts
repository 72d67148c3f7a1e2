/** The state of a walk along a list: checks each response, and decides when the walk must end. */
import type { CollectionName } from '../../contract/collectionName.ts';
import { neutralNames } from '../../contract/fieldNames.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import type { RuleName } from '../../findings/rules.ts';
import { showString } from '../../json/showToken.ts';
import type { Progress } from '../../progress.ts';
import { collections } from '../../collections/collections.ts';
import type { PieceFacts } from '../../collections/fact.ts';
import { type ClauseLog, lenientLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { Envelope } from '../pages/envelope.ts';
import {
  checkCaching,
  checkCommonHeaders,
  checkJsonType,
  checkPromisedHeaders,
  showStatus,
} from './headerChecks.ts';
import type { HttpReply } from '../../http/httpReply.ts';
import { createListCheck, type FoundRecord } from '../pages/listCheck.ts';
import { type Answers, checkPacked, isPublished } from './published.ts';
import type { SchemaChecks } from '../pages/schemaChecks.ts';
import { promisedLog, type Service } from './service.ts';
import { createWalkEnd, type ReadPage, type Report } from './walkEnd.ts';

export interface ListWalk {
  readonly service: Service;
  readonly collection: CollectionName;
  readonly allowed: ReadonlySet<RuleName>;
  readonly schemas: SchemaChecks;
  readonly progress: Progress;
  /** The number of the last page; null if unknown. */
  readonly lastPage: number | null;
  /** The number of pages to prefetch, if their numbers are known. */
  readonly ahead: number;
  /** Chooses the pages to read from their number; null for all. */
  readonly pick: ((pages: number) => readonly number[]) | null;
  /** Called with every valid page. */
  readonly onPage: (number: number, bytes: Buffer) => void;
  /** Called with every record that has a key. */
  readonly onRecord: (number: number, record: FoundRecord) => void;
}

export interface WalkedList {
  readonly collection: CollectionName;
  readonly records: number;
  readonly pages: number;
  readonly facts: PieceFacts;
}

export type WalkState = ReturnType<typeof createWalkState>;

// Clauses that do not apply to a list that changes while it is read.
const upsetByChange: ReadonlySet<Clause> = new Set<Clause>(['L2', 'L3', 'S3', 'count']);

// An ETag with this many digits of the release's id is valid for all files of the release.
const tagDigits = 12;

export function createWalkState(walk: ListWalk) {
  const { service, collection, pick } = walk;
  const published = service.release?.collections[collection] ?? null;
  // The current count; somebody else's service may grow while it is read.
  let count: number | null = published?.count ?? null;
  let hasChanged = false;
  const tags = new Map<string, { readonly address: string; readonly size: number }>();
  // A list may grow while it is read, but the walk must still end.
  let firstCount: number | null = null;
  let [pages, records, recordsOnFirstPage] = [0, 0, 0];
  let lastRead: Pick<ReadPage, 'bytes' | 'records'> = { bytes: Buffer.alloc(0), records: 0 };
  const promised = promisedLog(service);
  const orderly = promisedOrder(collection, service, promised);
  const log = lenientLog(orderly, (clause) => !hasChanged || !upsetByChange.has(clause));
  const check = createListCheck(
    {
      collection,
      baseUrl: service.baseUrl,
      links: service.release?.links ?? 'query',
      fieldNames: service.release?.field_names ?? neutralNames,
      count,
      pageSize: published?.page_size ?? null,
      lastPage: published?.pages ?? null,
      allowed: walk.allowed,
      isExact: published !== null,
    },
    walk.schemas,
    log,
  );

  const noteChange = (address: string, bytes: Buffer) => {
    if (published !== null) return;
    const said = /"count"\s*:\s*([0-9]{1,15})\b/.exec(bytes.toString('latin1', 0, 1000))?.[1];
    if (said === undefined) return;
    if (count !== null && Number(said) !== count) {
      hasChanged = true;
      const expected = `the list to stay as it is while it is read: ${count} records`;
      promised.note('count', { address: `${address}#/count`, expected, found: said });
    }
    count = Number(said);
  };

  /**
   * Two addresses may have the same ETag by chance, for example if it is made of time and size; but not with
   * different sizes.
   */
  const reportCommonTag = (reply: HttpReply, address: string) => {
    const [tag] = reply.lines('etag');
    if (published === null || tag === undefined) return;
    // Contains the release's id, which changes with every byte of the site.
    if (tag.includes(service.release?.release.slice(0, tagDigits) ?? '')) return;
    const other = tags.get(tag);
    if (other === undefined) tags.set(tag, { address, size: reply.body.length });
    else if (other.size !== reply.body.length) {
      const expected = `another ETag than ${other.address}, which has other bytes`;
      log.fail('M5', { address, expected, found: showString(tag) });
    }
  };

  const refuse: Report = (clause, address, expected, found) => {
    log.fail(clause, { address, expected, found });
    check.skipTo();
  };

  const end = createWalkEnd(service.baseUrl, refuse);

  return {
    /** Marks a gap before the next page. */
    skip: () => check.skipTo(),
    recordsOnFirstPage: () => recordsOnFirstPage,
    /** Checks the response for the next page; null if it is not a page. */
    take(number: number, address: string, answers: Answers): Envelope | null {
      walk.progress.advance(1);
      const reply = checkAnswers(service, { number, address, answers }, promised, refuse);
      if (reply === null) return null;
      const bytes = reply.body;
      reportCommonTag(reply, address);
      checkHash(service, pageFile(collection, number), bytes, address, promised);
      noteChange(address, bytes);
      const page = check.page({ address, number, bytes }, (record) =>
        walk.onRecord(number, record),
      );
      if (page === null) return null;
      walk.onPage(number, bytes);
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
      if (pick === null && count !== null && records !== count) {
        const address = `${service.baseUrl}/api/${collection}/`;
        const expected = `${count} records in all, as count says`;
        log.fail('count', { address, expected, found: String(records) });
      }
      if (count === 0) log.checked('L6');
      return { collection, records, pages, facts };
    },
  };
}

function promisedOrder(collection: CollectionName, service: Service, log: ClauseLog): ClauseLog {
  const isFree = service.release === null && !collections[collection].isOrderSpecified;
  return isFree ? lenientLog(log, (clause) => clause !== 'L3') : log;
}

/**
 * The response for a page of a list; null if there is none. Its headers are checked against the contract, or only for
 * what every service promises.
 */
export function checkAnswers(
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

/** Compares a page with the manifest's hash. */
function checkHash(
  service: Service,
  file: string,
  bytes: Buffer,
  address: string,
  log: ClauseLog,
): void {
  const { manifest, release } = service;
  if (manifest === null || release === null) return;
  const is = isPublished(service, file, bytes);
  if (is === true) return;
  const id = release.release.slice(0, 12);
  const [expected, found] =
    is === null
      ? [`${file} in manifest.json`, 'no such file']
      : [`the bytes of ${file} in release ${id}`, 'other bytes'];
  log.fail('manifest', { address, expected, found });
}
