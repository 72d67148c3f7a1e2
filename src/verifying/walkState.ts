/** What has been read of a list so far: checks each answer, and knows when a walk must end. */
import { hash } from 'node:crypto';
import type { CollectionName } from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import type { RuleName } from '../findings/rules.ts';
import { showString } from '../json/showToken.ts';
import { rewritePageLinks } from '../preview/rewriteLinks.ts';
import type { Progress } from '../progress.ts';
import type { PieceFacts } from '../validation/pieceFacts.ts';
import { type ClauseLog, lenientLog } from './clauseLog.ts';
import type { Clause } from './clauses.ts';
import type { Envelope } from './envelope.ts';
import {
  checkCaching,
  checkCommonHeaders,
  checkJsonType,
  checkPromisedHeaders,
  showStatus,
} from './headerChecks.ts';
import type { HttpReply, HttpResult } from './httpClient.ts';
import { createListCheck, type FoundRecord } from './listCheck.ts';
import type { SchemaChecks } from './schemaChecks.ts';
import { promisedLog, type Service } from './service.ts';

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
  readonly take: (number: number, address: string, result: HttpResult) => Envelope | null;
  /** The pages from here on do not follow those before. */
  readonly skip: () => void;
  /** Where `next` leads; null at the end, or where following it would never end. */
  readonly nextOf: (
    envelope: Envelope,
    address: string,
    seen: ReadonlySet<string>,
  ) => string | null;
  readonly recordsOnFirstPage: () => number;
  readonly finish: () => WalkedList;
}

// What a list that changes while it is read cannot be held to.
const upsetByChange: ReadonlySet<Clause> = new Set<Clause>(['L2', 'L3', 'S3', 'count']);

export function createWalkState(walk: ListWalk): WalkState {
  const { service, collection, pick } = walk;
  const published = service.release?.collections[collection] ?? null;
  // The count of the first page; a service that is not ours may grow while it is read.
  let count: number | null = published?.count ?? null;
  let hasChanged = false;
  const tags = new Map<string, { readonly address: string; readonly size: number }>();
  let [pages, records, recordsOnFirstPage] = [0, 0, 0];
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

  return {
    skip: () => check.skipTo(),
    recordsOnFirstPage: () => recordsOnFirstPage,
    take(number, address, result) {
      walk.progress.advance(1);
      log.checked('answers', 'L4');
      if (!result.ok) return refuse('answers', address, 'an answer', result.reason);
      const { reply } = result;
      const bytes = reply.body;
      if (reply.status !== 200) {
        return refuse('L4', address, `200 and page ${number}`, showStatus(reply));
      }
      checkHeaders(service, reply, address, promised);
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
      if (number === 1) recordsOnFirstPage = page.records;
      return page.envelope;
    },
    nextOf({ next }, address, seen) {
      if (next === null) return null;
      const where = `${address}#/next`;
      const isFar = count !== null && records > 2 * count + 1000;
      if (isFar) {
        refuse('count', where, `an end after ${count} records`, `a next page after ${records}`);
        return null;
      }
      // A link to elsewhere has been reported; the page it means is asked for here.
      const known = next.startsWith(`${service.baseUrl}/`) ? next : here(next, service.baseUrl);
      if (known === null) return null;
      if (seen.has(pageIdentity(known))) {
        refuse('L2', where, 'a page that was not there yet', `${showString(next)}: a loop`);
        return null;
      }
      return known;
    },
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

/** The same for all addresses of one page, however they are written. */
export function pageIdentity(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.delete('format');
  if (!url.searchParams.has('page')) url.searchParams.set('page', '1');
  url.searchParams.sort();
  return url.href;
}

/** A link to the API of another base URL, as an address below this one; null when it is no such link. */
function here(link: string, baseUrl: string): string | null {
  const below = /^https?:\/\/[^?#]*?(\/api\/[^#]*)/i.exec(link)?.[1];
  return below === undefined ? null : baseUrl + below;
}

function checkHeaders(service: Service, reply: HttpReply, address: string, log: ClauseLog): void {
  if (service.release === null) {
    checkPromisedHeaders(reply, address, log);
    return;
  }
  checkCommonHeaders(reply, address, log);
  checkJsonType(reply, address, log);
  checkCaching(reply, service.maxAge, address, log);
}

/** What was published has the hash of the manifest; a preview may have pointed the links at itself. */
function checkHash(
  { manifest, release, baseUrl }: Service,
  file: string,
  bytes: Buffer,
  address: string,
  log: ClauseLog,
): void {
  const entry = manifest === null ? -1 : manifest.find(file);
  if (manifest === null || release === null) return;
  const wanted = entry < 0 ? null : manifest.fileOf(entry).sha256;
  if (wanted === hash('sha256', bytes)) return;
  const published = rewritePageLinks(bytes, { from: baseUrl, to: release.base_url });
  if (wanted === hash('sha256', published)) return;
  const expected =
    wanted === null
      ? `${file} in manifest.json`
      : `the bytes of ${file} in release ${release.release.slice(0, 12)}`;
  log.fail('manifest', {
    address,
    expected,
    found: wanted === null ? 'no such file' : 'other bytes',
  });
}
