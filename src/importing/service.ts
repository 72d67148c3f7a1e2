/** Asks a running service: its addresses, its answers, which are kept, and its lists record by record. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, readFailure, saysNoFile } from '../base/failure.ts';
import { makeFolder, takeTurns } from '../base/files.ts';
import { type HttpClient, largestBodyBytes, ServiceAbandoned } from '../base/httpClient.ts';
import {
  type CollectionName,
  isObject,
  type JsonObject,
  type PerCollection,
} from '../contract/collectionName.ts';
import { basePath } from '../contract/links.ts';
import { parseRelease, type Release } from '../contract/release.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { besideSite } from '../publishing/outFolder.ts';
import { writing } from '../publishing/siteWriter.ts';
import { examineJson } from '../text/examineJson.ts';
import type { StagedData } from './dataFolder.ts';
import { sha256Of } from './knownHashes.ts';
import { putFile, unfitReason } from './putPhage.ts';
import { type ImportLog, type InputPlace, logTo, type RecordCounts } from './report.ts';
import type { FieldNotes } from './servedRecords.ts';
import type { Spill } from './spill.ts';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** Responses are kept in this folder beside a data folder, so that an interrupted fetch can resume. */
export function fetchedFolder(data: string): string {
  return besideSite(data, 'fetched');
}

// Older responses may be out of date.
const maxAgeMs = 24 * 60 * 60 * 1000;

/**
 * The responses to the same request, which `request` describes in full; those to any other are removed. Throws a
 * Failure.
 */
export function openFetched(data: string, request: object, now: number) {
  const folder = fetchedFolder(data);
  const requestJson = JSON.stringify(request);
  const requestFile = join(folder, 'request.json');
  const askedMs = statSync(requestFile, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  const isYoung = Math.abs(now - askedMs) < maxAgeMs;
  const renew = () => {
    writing(folder, () => {
      rmSync(folder, { recursive: true, force: true });
      makeFolder(folder);
      writeFileSync(requestFile, requestJson);
    });
  };
  if (!isYoung || readIfThere(requestFile)?.toString() !== requestJson) renew();
  const fileOf = (target: string) => join(folder, sha256Of(target));
  return {
    /** Null for a target that has not been fetched. */
    get(target: string): Answer | null {
      const bytes = readIfThere(fileOf(target));
      const end = bytes?.indexOf('\n') ?? -1;
      if (bytes === null || end < 0) return null;
      const body = bytes.subarray(end + 1);
      const [status, hash] = bytes.toString('latin1', 0, end).split(' ');
      // A power failure may have left half a file.
      return hash === sha256Of(body) ? { status: Number(status), body } : null;
    },
    put(target: string, { status, body }: Answer): void {
      const file = fileOf(target);
      const head = Buffer.from(`${status} ${sha256Of(body)}\n`);
      writing(file, () => {
        writeFileSync(`${file}.new`, Buffer.concat([head, body]));
        renameSync(`${file}.new`, file);
      });
    },
    forget: (target: string) => rmSync(fileOf(target), { force: true }),
    /** Removes all responses. */
    renew,
  };
}

/** Removes what was fetched for a data folder, once it is imported. */
export function removeFetched(data: string): void {
  rmSync(fetchedFolder(data), { recursive: true, force: true });
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (saysNoFile(error)) return null;
    throw readFailure(file, error);
  }
}

export interface ServiceAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** With a slash at both ends: `/phages/api/`. */
  readonly apiPath: string;
  /** Its address, which identifies its records in the data folder. */
  readonly id: string;
}

/** `baseUrl` may also be the address of `/api/`. */
export function serviceAddress(baseUrl: string): ServiceAddress {
  const { origin } = new URL(baseUrl);
  const apiPath = `${basePath(baseUrl).replace(/\/api$/, '')}/api/`;
  return { origin, apiPath, id: `${origin}${apiPath}` };
}

/**
 * The request for the page in `next`: that page of the list at `path`, on the host that was asked, whatever host and
 * folder `next` names. Null if `next` is not a page of that list.
 */
export function nextTarget(
  { id, apiPath }: ServiceAddress,
  path: string,
  next: string,
): string | null {
  const url = attempt(() => new URL(next, id));
  const list = attempt(() => decodeURIComponent(path.slice(apiPath.length - '/api/'.length)));
  const named = attempt(() => decodeURIComponent(url?.pathname ?? ''));
  if (url === undefined || list === undefined || named === undefined) return null;
  const at = named.lastIndexOf(list);
  const page = named.slice(at + list.length);
  // Nothing, or a page as a plain file (L7).
  const isPage = /^(?:page\/\d+\.json)?$/.test(page);
  if (!/^https?:$/.test(url.protocol) || at < 0 || !isPage) return null;
  // Pages for people have this, too; the Accept header selects the format.
  url.searchParams.delete('format');
  if (page === '' && url.search === '') return null;
  return `${path}${page}${url.search}`;
}

/** The request for a file of the service; null for a file on another host, or anything else. */
export function fileTarget({ id }: ServiceAddress, file: string): string | null {
  const url = attempt(() => new URL(file, id));
  if (url === undefined || !/^https?:$/.test(url.protocol)) return null;
  const asked = new URL(id);
  // The scheme may differ: a service behind a proxy takes its own for http.
  const isSame = url.hostname === asked.hostname && url.port === asked.port;
  return isSame ? `${url.pathname}${url.search}` : null;
}

/** Why a service cannot be imported: the address, what was expected there, and what was found. */
export class ServiceFault extends Error {
  readonly address: string;
  readonly expected: string;
  readonly found: string;
  /** What is at fault: what a response says, only this response, which would be bad again, or the service, which does not work. */
  readonly of: 'content' | 'answer' | 'service';

  constructor(
    address: string,
    expected: string,
    found: string,
    of: ServiceFault['of'] = 'content',
  ) {
    super(found);
    this.of = of;
    this.address = address;
    this.expected = expected;
    this.found = found;
  }
}

export type Asking = ReturnType<typeof createAsking>;

/** Requests never leave the host of the address, wherever links lead. */
export function createAsking(
  address: ServiceAddress,
  client: Pick<HttpClient, 'ask'>,
  kept: ReturnType<typeof openFetched>,
  onAnswer: () => void,
) {
  const hash = createHash('sha256');
  const asked = new Set<string>();
  const turn = takeTurns();
  let bytes = 0;
  const request = async (target: string, maxBytes: number): Promise<Answer> => {
    const at = `${address.origin}${target}`;
    const headers = { Accept: 'application/json, */*;q=0.1' };
    const result = await client
      .ask({ target, headers, maxBytes, isFromElsewhere: false })
      .catch((error: unknown) => {
        throw error instanceof ServiceAbandoned
          ? new ServiceFault(at, 'an answer', error.message, 'service')
          : error;
      });
    if (!result.ok) {
      const of = result.isTooLong ? 'answer' : 'service';
      throw new ServiceFault(at, 'a whole answer', result.reason, of);
    }
    const { status, body, lines } = result.reply;
    if (status === 200 || status === 404) return { status, body };
    const [location = 'nowhere'] = lines('location');
    const [pause] = lines('retry-after');
    const wait = pause === undefined ? '' : ` and Retry-After: ${pause}`;
    const isRedirect = status >= 300 && status < 400;
    const more = isRedirect ? `, a redirect to ${location}, which is not followed` : wait;
    const isOfAnswer = status >= 300 && status < 500 && status !== 429;
    const of = isOfAnswer ? 'answer' : 'service';
    throw new ServiceFault(at, 'status 200', `status ${status}${more}`, of);
  };
  const releaseTarget = address.apiPath.replace(/api\/$/, releaseFile);
  return {
    address,
    releaseTarget,
    /** The release that the service names now; null if it names none. Throws a ServiceFault. */
    async releaseNow(): Promise<string | null> {
      await turn();
      const answer = await request(releaseTarget, maxReleaseBytes).catch(nullOfAnswer);
      onAnswer();
      return releaseIn(answer);
    },
    /** The release that the kept responses are of; null if that is not known. */
    releaseKept: () => releaseIn(kept.get(releaseTarget)),
    /** The response, which is 200 or 404. It is kept once it is valid: `check` throws a ServiceFault if it is not. */
    async ask(
      target: string,
      maxBytes: number,
      check: (answer: Answer) => void = () => {},
    ): Promise<Answer> {
      await turn();
      asked.add(target);
      const known = kept.get(target);
      const answer = known ?? (await request(target, maxBytes));
      check(answer);
      if (known === null) kept.put(target, answer);
      hash.update(`${target}\n${answer.status}\n${answer.body.length}\n`).update(answer.body);
      bytes += answer.body.length;
      onAnswer();
      return answer;
    },
    /** Drops the responses for all targets below this one, so that the next import requests them anew. */
    forget(below: string): void {
      for (const target of asked) if (target.startsWith(below)) kept.forget(target);
    },
    /** The total size and hash of all responses, in the order of requests. */
    fetched: () => ({ bytes, sha256: hash.copy().digest('hex') }),
  };
}

// A page holds records, each as deep as a build accepts.
const maxNesting = 1002;

/** Reads a response as strict JSON: what JSON.parse would silently change is a fault. Throws a ServiceFault. */
function readJson(body: Buffer, at: string): JsonObject {
  if (!isUtf8(body)) throw new ServiceFault(at, 'JSON in UTF-8', 'bytes that are no UTF-8');
  const text = body.toString('utf8');
  if (/^\s*</.test(text)) throw new ServiceFault(at, 'JSON', 'HTML or XML');
  const [problem] = examineJson(text, { maxNesting, maxProblems: 1 });
  if (problem !== undefined) {
    const { expected, found, pointer } = problem;
    const where = pointer === '' ? '' : ` at ${pointer}`;
    throw new ServiceFault(at, `${expected}${where}`, found);
  }
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new ServiceFault(at, 'an object', 'another value');
  return value;
}

export interface ListedRecord {
  readonly record: JsonObject;
  /** The address of the page that it is on. */
  readonly at: string;
}

interface ListPage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly JsonObject[];
}

/**
 * Calls `use` for each record of the list at `path`, such as `genes/`, and returns whether the list exists. Follows
 * `next` from page to page. Throws a ServiceFault; inconsistent pages are dropped, to be fetched anew.
 */
export async function eachRecord(
  { asking, log, neutral }: ServiceWalk,
  path: string,
  collection: CollectionName,
  use: (one: ListedRecord) => void,
): Promise<boolean> {
  const { address } = asking;
  const list = `${address.apiPath}${path}`;
  const asked = new Set<string>();
  // The first record of each page: a repeated page starts the same.
  const begun = new Set<string>();
  let target: string | null = list;
  let count: number | null = null;
  let found = 0;
  while (target !== null) {
    const at: string = `${address.origin}${target}`;
    const unfit = (expected: string, what: string) => {
      asking.forget(list);
      return new ServiceFault(at, expected, what);
    };
    asked.add(target);
    let page: ListPage | null = null;
    const answer = await asking.ask(target, largestBodyBytes, ({ status, body }) => {
      page = status === 200 ? readPage(body, at) : null;
    });
    if (answer.status === 404 && asked.size === 1) return false;
    // Assigned in a callback, which the compiler cannot track.
    const read = page as ListPage | null;
    if (read === null) throw unfit('a page', `status ${answer.status}`);
    count ??= read.count;
    if (read.count !== count) {
      throw unfit(`the count ${count}, as on the first page`, String(read.count));
    }
    const first = JSON.stringify(read.results[0]);
    if (read.results.length > 0 && begun.has(first))
      throw unfit('records that no other page has', 'those of an earlier page');
    begun.add(first);
    found += read.results.length;
    if (found > count) throw unfit(`${count} records in all, as count says`, `at least ${found}`);
    for (const record of read.results) use({ record: neutral[collection](record), at });
    if (read.next === null) break;
    target = nextTarget(address, list, read.next);
    if (target === null)
      throw unfit(`next to be a page of ${address.origin}${list}`, shown(read.next));
    if (asked.has(target)) throw unfit('next to be a page not seen yet', shown(read.next));
    if (read.results.length === 0) throw unfit('records, as there is a next page', 'none');
    if (new URL(read.next, at).host !== new URL(at).host)
      logTo(log.changed, followed, path, { file: at, line: null });
  }
  if (found === count) return true;
  asking.forget(list);
  const expected = `${count} records in all, as count says`;
  throw new ServiceFault(`${address.origin}${list}`, expected, String(found));
}

const followed = 'links to another host, now followed at the one that was asked';

function readPage(body: Buffer, at: string): ListPage {
  const { count, next, results } = readJson(body, at);
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    throw new ServiceFault(at, 'a page with its count', 'none');
  if (typeof next !== 'string' && next !== null)
    throw new ServiceFault(at, 'a page with next', 'none');
  if (!Array.isArray(results) || !results.every(isObject))
    throw new ServiceFault(at, 'a page with its results, which are objects', 'none');
  return { count, next, results };
}

function shown(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

export interface ApiOptions {
  /** Only phages modified at this ISO 8601 date or later; null for all. */
  readonly since: string | null;
  readonly withGenomes: boolean;
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}
export interface ServiceWalk {
  readonly asking: Asking;
  readonly staged: StagedData;
  readonly options: ApiOptions;
  readonly log: ImportLog;
  readonly spill: Spill;
  /** Files that came from this service earlier, and have not been written again yet. */
  readonly before: Set<string>;
  /** The base URL that it states; null if it states none. */
  readonly baseUrl: string | null;
  /** Renames the fields of records to their neutral names. */
  readonly neutral: PerCollection<(record: JsonObject) => JsonObject>;
  readonly totals: { -readonly [Kind in keyof RecordCounts]: number };
}

export interface ServedPhages {
  /** The phages that are imported, each with the address of its genome. */
  readonly taken: Map<string, { readonly fasta: unknown; readonly at: string }>;
  /** All phages that the service has. */
  readonly all: Set<string>;
}

export function notesOf(noun: string, name: string, place: InputPlace, log: ImportLog): FieldNotes {
  return {
    missing: (field) =>
      logTo(log.changed, `${noun} without the field ${field}, now unknown`, name, place),
    unknown: (field) => logTo(log.fieldless, `${field} of ${noun}`, name, place),
  };
}

/** Throws a ServiceFault if it cannot be the name of a phage. */
export function nameIn(name: unknown, at: string): string {
  if (typeof name !== 'string') throw new ServiceFault(at, 'the name of a phage', 'none');
  const unfit = unfitReason(name);
  if (unfit !== null)
    throw new ServiceFault(
      at,
      'a name that files can have',
      `${JSON.stringify(name.slice(0, 200))}, which ${unfit}`,
    );
  return name;
}

/** Stages a file that was made of the response at the address `at`. */
export function put(
  { staged, asking, log, before }: ServiceWalk,
  file: string,
  bytes: Buffer,
  at: string,
): void {
  const place = { file: at, line: null };
  putFile(staged, file, bytes, { inputs: [asking.address.id], place, log });
  before.delete(file);
}

/** The `release.json` of a service that phagepress built; null for any other service, whatever it responds. */
export async function releaseOf(asking: Asking): Promise<Release | null> {
  const answer = await asking.ask(asking.releaseTarget, maxReleaseBytes).catch(nullOfAnswer);
  return answer?.status === 200 ? parseRelease(answer.body.toString()) : null;
}

const maxReleaseBytes = 1 << 20;

function nullOfAnswer(error: unknown): null {
  if (error instanceof ServiceFault && error.of === 'answer') return null;
  throw error;
}

/** Also of versions whose `release.json` is not understood otherwise. */
function releaseIn(answer: Answer | null): string | null {
  if (answer?.status !== 200) return null;
  const document: unknown = attempt(() => JSON.parse(answer.body.toString()));
  const release = isObject(document) ? document['release'] : null;
  return typeof release === 'string' ? release : null;
}

/** Thrown when the service has been published anew while it was read. */
export class ReleaseChanged extends Error {}
