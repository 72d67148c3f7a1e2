/** What has been read of a list so far: checks each answer, and knows when a walk must end. */
import type { CollectionName } from '../../contract/collectionName.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import type { RuleName } from '../../findings/rules.ts';
import { showString } from '../../json/showToken.ts';
import type { Progress } from '../../progress.ts';
import type { PieceFacts } from '../../validation/pieceFacts.ts';
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
import type { HttpReply } from './httpReply.ts';
import { createListCheck, type FoundRecord } from '../pages/listCheck.ts';
import { type Answers, checkPacked, isPublished } from './published.ts';
import type { SchemaChecks } from '../pages/schemaChecks.ts';
import { promisedLog, type Service } from './service.ts';
import { createWalkEnd, type ReadPage } from './walkEnd.ts';

export interface ListWalk {
  readonly service: Service;
  readonly collection: CollectionName;
  readonly allowed: ReadonlySet<RuleName>;
  readonly schemas: SchemaChecks;
  readonly progress: Progress;
  /** Number of the last page; null where nobody says it. */
  readonly lastPage: number | null;
  /** How many pages are asked for at once, where their numbers are known. */
  readonly ahead: number;
  /** Which pages to read, of how many; null for all. */
  readonly pick: ((pages: number) => readonly number[]) | null;
  /** Gets every page that is one. */
  readonly onPage: (number: number, bytes: Buffer) => void;
  /** Gets every record that has a key. */
  readonly onRecord: (number: number, record: FoundRecord) => void;
}

export interface WalkedList {
  readonly collection: CollectionName;
  readonly records: number;
  readonly pages: number;
  readonly facts: PieceFacts;
}

export interface WalkState {
  /** Checks the answer to the next page; null where it is none. */
  readonly take: (number: number, address: string, answers: Answers) => Envelope | null;
  /** The pages from here on do not follow those before. */
  readonly skip: () => void;
  /** Where `next` leads; null at the end, or where following it would never end. */
  readonly nextOf: (envelope: Envelope, address: string) => string | null;
  readonly recordsOnFirstPage: () => number;
  readonly finish: () => WalkedList;
}

// What a list that changes while it is read cannot be held to.
const upsetByChange: ReadonlySet<Clause> = new Set<Clause>(['L2', 'L3', 'S3', 'count']);

// So many digits of a release's id make a validator of all its answers.
const tagDigits = 12;

export function createWalkState(walk: ListWalk): WalkState {
  const { service, collection, pick } = walk;
  const published = service.release?.collections[collection] ?? null;
  // The count of the first page; a service that is not ours may grow while it is read.
  let count: number | null = published?.count ?? null;
  let hasChanged = false;
  const tags = new Map<string, { readonly address: string; readonly size: number }>();
  // A list may grow while it is read, but not so that nobody comes to its end.
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

  /** Two addresses may share a tag by chance, as where it is made of time and size; not if they differ in size. */
  const tellCommonTag = (reply: HttpReply, address: string) => {
    const [tag] = reply.lines('etag');
    if (published === null || tag === undefined) return;
    // It changes with every byte of the site.
    if (tag.includes(service.release?.release.slice(0, tagDigits) ?? '')) return;
    const other = tags.get(tag);
    if (other === undefined) tags.set(tag, { address, size: reply.body.length });
    else if (other.size !== reply.body.length) {
      const expected = `another ETag than ${other.address}, which has other bytes`;
      log.fail('M5', { address, expected, found: showString(tag) });
    }
  };

  const refuse = (clause: Clause, address: string, expected: string, found: string): null => {
    log.fail(clause, { address, expected, found });
    check.skipTo();
    return null;
  };

  const end = createWalkEnd(service.baseUrl, refuse);

  return {
    skip: () => check.skipTo(),
    recordsOnFirstPage: () => recordsOnFirstPage,
    take(number, address, answers) {
      const { plain: result } = answers;
      walk.progress.advance(1);
      log.checked('answers', 'L4');
      if (!result.ok) return refuse('answers', address, 'an answer', result.reason);
      const { reply } = result;
      const bytes = reply.body;
      if (reply.status !== 200) {
        return refuse('L4', address, `200 and page ${number}`, showStatus(reply));
      }
      checkServedHeaders(service, reply, address, promised);
      checkPacked(answers, address, promised);
      tellCommonTag(reply, address);
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
    nextOf: ({ next }, address) => end.nextOf({ ...lastRead, address, next }, firstCount),
    finish() {
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

/** SPEC.md gives only the genes an order. */
function promisedOrder(collection: CollectionName, service: Service, log: ClauseLog): ClauseLog {
  const isFree = service.release === null && collection === 'phages';
  return isFree ? lenientLog(log, (clause) => clause !== 'L3') : log;
}

/** Of every page of a list: what the contract says, or only what every service promises. */
export function checkServedHeaders(
  service: Service,
  reply: HttpReply,
  address: string,
  log: ClauseLog,
): void {
  if (service.release === null) {
    checkPromisedHeaders(reply, address, log);
    return;
  }
  checkCommonHeaders(reply, address, log);
  checkJsonType(reply, address, log);
  checkCaching(reply, service.maxAge, address, log);
}

/** What was published has the hash of the manifest. */
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
