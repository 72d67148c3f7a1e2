/** Sends a request of the contract's table to a service and checks the response. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt } from '../../base/failure.ts';
import type { HttpReply } from '../../base/httpClient.ts';
import type { Capability } from '../../contract/capabilities.ts';
import { objectIn, requiredNames } from '../../contract/collectionName.ts';
import {
  bulkHeaders,
  bulkRequestHeaders,
  cacheControl,
  lastingHeaders,
} from '../../contract/headers.ts';
import { codeTypeOf, codeTypes, releaseFile } from '../../contract/sitePaths.ts';
import { compressions, unpacked } from '../../publishing/compression.ts';
import { showString, showToken } from '../../text/json.ts';
import { type Clause, type ClauseLog, isClause } from '../clauses.ts';
import {
  type ApiExpected,
  type BesideExpected,
  besideStatuses,
  isBeside,
  leadsToForeignHost,
  requestTarget,
  type TableRow,
} from '../tableRow.ts';
import { checkBulkHeaders, endsRight, isPacked } from './checkServedBulk.ts';
import {
  checkCaching,
  checkCommonHeaders,
  checkErrorHeaders,
  checkFresh,
  checkJsonType,
  expectCacheControl,
  expectLine,
  expectMethods,
  expectOnce,
  expectVary,
  isEntityTag,
  isPublished,
  longestAnswer,
  namesIn,
  type Received,
  showStatus,
} from './published.ts';
import type { Service } from './service.ts';

interface TableContext {
  readonly service: Service;
  readonly bytesOf: (file: string) => Buffer | null;
  readonly log: ClauseLog;
  /** Capabilities that the row needs and the host lacks: `log` only notes departures from the row. */
  readonly unkept: readonly Capability[];
  /** The log for what is required all the same. */
  readonly strict: ClauseLog;
}

interface AnsweredRow extends TableContext, Received {
  readonly row: TableRow;
}

/** Checks the minimum that a response must keep even if its host cannot keep the row, or only the interface is promised. */
export function checkLeast({ row, reply, address, service, unkept, strict }: AnsweredRow): void {
  const { expected, method, target } = row;
  const found = showStatus(reply);
  if (service.release === null) {
    // "HEAD and OPTIONS are allowed on both paths."
    if (!isPromised(row) || ![405, 501].includes(reply.status)) return;
    strict.fail('M3', address, `an answer to ${method}`, found);
  } else if (expected.kind === 'not-found' && unkept.length > 0) {
    const isFree = unkept.includes('pages') || (method === 'OPTIONS' && reply.status === 204);
    if (isFree || reply.status >= 300) return;
    // Some hosts normalize a path before they look it up.
    const { pathname } = new URL(service.baseUrl + target);
    const below = pathname.slice(new URL(service.baseUrl).pathname.replace(/\/$/, '').length + 1);
    const decoded = attempt(() => decodeURIComponent(below)) ?? below;
    const file = path.posix.normalize(decoded).replace(/\/$/, '/index.json');
    const isFile = file === releaseFile || isPublished(service, file, reply.body) === true;
    if (unkept.includes('raw-path') && isFile) return;
    strict.fail(clauseOf(row), address, 'an error', found);
  }
}

/** Rows with methods that the interface allows on the lists of collections. */
function isPromised({ method, target }: TableRow): boolean {
  return (
    ['HEAD', 'OPTIONS'].includes(method) && requiredNames.some((name) => target === `/api/${name}/`)
  );
}

export function clauseOf({ clause }: TableRow): Clause {
  const [first = ''] = clause.split(' ');
  return isClause(first) ? first : 'answers';
}

export function checkNonApi(expected: BesideExpected, received: AnsweredRow): void {
  const { row, reply, address, service, log } = received;
  const fail = (wanted: string, found: string) => log.fail(clauseOf(row), address, wanted, found);
  const statuses = expected.kind === 'refused' ? expected.statuses : besideStatuses[expected.kind];
  if (!statuses.includes(reply.status))
    return fail(`status ${statuses.join(' or ')}`, showStatus(reply));
  if (expected.kind === 'refused') return;
  if (expected.kind === 'preflight') {
    checkOrigin();
    expectMethods('M3', 'Access-Control-Allow-Methods', received);
    return expectNames('Access-Control-Allow-Headers', bulkRequestHeaders);
  }
  const { file } = expected;
  const size = service.manifest?.get(file)?.bytes ?? 0;
  switch (expected.kind) {
    case 'lasting':
    case 'fresh':
      checkBody();
      expectOnce(received);
      if (expected.kind === 'fresh') return checkFresh(received);
      expectCacheControl(lastingHeaders['Cache-Control'] ?? '', received);
      return checkCodeType();
    case 'past-end':
      return checkOrigin();
    case 'unchanged-file':
      expectNoBody();
      checkOrigin();
      break;
    case 'file':
    case 'part':
      if (expected.kind === 'file') checkBody();
      else if (reply.status === 206) checkPart(expected.bytes);
      checkBulkHeaders(file, received);
  }
  expectOnce(received);
  expectNames(...exposed);
  expectCacheControl(cacheControl(service.maxAge), received);

  /** M1: scripts need the CORS header to read a response; browsers reject a duplicated one. */
  function checkOrigin(): void {
    log.checked('M1');
    expectLine('M1', 'Access-Control-Allow-Origin', '*', received);
    expectOnce(received);
  }

  function expectNames(name: string, wanted: string): void {
    const found = new Set(namesIn(reply.lines(name.toLowerCase())));
    if (found.has('*') || namesIn([wanted]).every((one) => found.has(one))) return;
    const shown = [...found].join(', ') || 'none';
    log.fail('M1', address, `${name}: ${wanted}`, shown);
  }

  function expectNoBody(): void {
    if (reply.body.length > 0) fail('no body', `${reply.body.length} bytes`);
  }

  function checkBody(): void {
    if (row.method !== 'HEAD') {
      if (isPublished(service, file, reply.body) === false)
        fail(`the published ${file}`, 'other bytes');
      return;
    }
    expectNoBody();
    // A host that compresses on the fly may state the compressed size.
    const isPlain = reply.lines('content-encoding').length === 0;
    const [length] = reply.lines('content-length');
    if (isPlain && length !== undefined && length !== String(size))
      fail(`a length of ${size}`, length);
  }

  /** Browsers do not run code of another type. */
  function checkCodeType(): void {
    const wanted = codeTypeOf(file);
    const found = reply.lines('content-type').join(', ');
    const type = found.replace(/\s*;.*/, '').toLowerCase();
    if (wanted === null || type === wanted) return;
    if (wanted === codeTypes.js && type === 'application/javascript') return;
    fail(`Content-Type: ${wanted}`, found === '' ? 'no such header' : found);
  }

  function checkPart(bytes: number): void {
    const length = Math.min(bytes, size);
    const range = reply.lines('content-range').join(', ');
    const wanted = `bytes 0-${length - 1}/${size}`;
    if (range !== wanted) fail(`Content-Range: ${wanted}`, range === '' ? 'no such header' : range);
    const { body } = reply;
    const begins = isPacked(file)
      ? body[0] === 0x1f && body[1] === 0x8b
      : endsRight(file, body, true);
    if (body.length !== length) fail(`${length} bytes`, String(body.length));
    else if (!begins) fail(`the first bytes of ${file}`, 'others');
  }
}

const exposed = [
  'Access-Control-Expose-Headers',
  bulkHeaders(0)['Access-Control-Expose-Headers'] ?? '',
] as const;

const noBytes = Buffer.alloc(0);

const maxShownUrl = 200;

export async function askRow(row: TableRow, at: TableContext): Promise<void> {
  const { service, log } = at;
  const { origin, pathname } = new URL(service.baseUrl);
  const target = requestTarget(row, pathname.replace(/\/$/, ''));
  const url = target.startsWith('/') ? origin + target : target;
  const shown = url.length > maxShownUrl ? `${url.slice(0, maxShownUrl)}…` : url;
  const address = row.method === 'GET' ? shown : `${row.method} ${shown}`;
  const request = address + showHeaders(row);
  const clause = clauseOf(row);
  log.checked(clause);

  const { expected } = row;
  // Without a manifest, the expected size is known only from responses already seen.
  const isListed = 'file' in expected && service.manifest !== null;
  const maxBytes = isListed ? { maxBytes: longestAnswer(service, expected.file) } : {};
  const isFromElsewhere = row.specialNeed !== 'no-origin';
  const plain = { method: row.method, target, headers: row.headers, isFromElsewhere, ...maxBytes };
  const ask = async (asked: Asked): Promise<HttpReply | null> => {
    const result = await service.client.ask(asked);
    if (result.ok) return result.reply;
    log.fail('answers', request, 'an answer', result.reason);
    return null;
  };
  let asked = plain;
  if (row.ifNoneMatch !== null) {
    const first = await ask(plain);
    if (first === null) return;
    const tag = first.lines('etag')[0] ?? '';
    if (!isEntityTag(tag)) return log.fail('M5', request, 'an ETag', 'none');
    asked = { ...plain, headers: { ...row.headers, 'If-None-Match': row.ifNoneMatch(tag) } };
  }
  const reply = await ask(asked);
  if (reply === null) return;
  if (expected.kind === 'stays') {
    if (!leadsToForeignHost(reply.lines('location')[0], service.baseUrl)) return;
    const nowhere = 'nothing that leads to another host';
    return log.fail(clause, request, nowhere, showStatus(reply));
  }
  const received = { ...at, row, reply, address: request };
  if (isBeside(expected)) return checkNonApi(expected, received);
  checkLeast(received);
  checkCommonHeaders(received);
  await checkReply(expected, received, asked);
}

type Asked = Parameters<Service['client']['ask']>[0];

/** The request headers for a message, where they matter. */
function showHeaders({ headers, title }: TableRow): string {
  const names = Object.keys(headers);
  return names.length === 0 ? '' : ` (${title})`;
}

async function checkReply(
  expected: ApiExpected,
  received: AnsweredRow,
  asked: Asked,
): Promise<void> {
  const { row, reply, address, service, bytesOf, log } = received;
  const isHead = row.method === 'HEAD';
  const fail = (wanted: string, found: string) => log.fail(clauseOf(row), address, wanted, found);
  const expectBody = (body: Buffer) => {
    const wanted = isHead ? noBytes : body;
    if (!reply.body.equals(wanted)) fail(showBody(wanted), showBody(reply.body));
  };
  const isRight = (file: string, body: Buffer) =>
    bytesOf(file)?.equals(body) ?? isPublished(service, file, body) ?? true;

  if (expected.kind === 'stays') return;
  const isEmpty = expected.kind === 'description' && reply.status === 204;
  const status = isEmpty ? 204 : statusOf[expected.kind];
  if (reply.status !== status) {
    fail(`status ${status}`, showStatus(reply));
    if (expected.kind !== 'description') return;
  }
  switch (expected.kind) {
    case 'content': {
      const known = bytesOf(expected.file);
      if (known !== null || isHead) expectBody(known ?? noBytes);
      else if (!isRight(expected.file, reply.body))
        fail(`the published ${expected.file}`, 'other bytes');
      checkJsonType(received);
      checkCaching(service.maxAge, received);
      if (isHead) await checkHead(received, asked);
      return;
    }
    case 'description': {
      const known = bytesOf(expected.file);
      if (isEmpty) expectBody(noBytes);
      else if (reply.status === status) {
        // Compared by value: the order of members and white space are not specified.
        if (known !== null && !isDeepStrictEqual(valueOf(reply.body), valueOf(known)))
          expectBody(known);
        checkJsonType(received);
      }
      if ('Access-Control-Request-Method' in row.headers)
        expectMethods('M3', 'Access-Control-Allow-Methods', received);
      return;
    }
    case 'compressed':
      checkCompressed(expected.file, isRight, service, received);
      return checkJsonType(received);
    case 'redirect': {
      const [location = ''] = reply.lines('location');
      const wanted = service.baseUrl + expected.to;
      // The redirect may be absolute or relative, with or without the prefix: only its target counts (A2).
      const base = `${service.baseUrl}${row.target}`;
      const leads = URL.canParse(location, base) ? new URL(location, base).href : location;
      if (leads !== wanted) fail(`a Location that leads to ${wanted}`, showString(location));
      return;
    }
    case 'unchanged':
      expectBody(noBytes);
      return checkCaching(service.maxAge, received);
    case 'not-found':
      expectBody(Buffer.from(expected.body));
      return checkErrorHeaders(received);
    case 'method-not-allowed': {
      const hasDetail = typeof objectIn(reply.body.toString())?.['detail'] === 'string';
      if (!hasDetail) fail('JSON with a detail', showBody(reply.body));
      return checkErrorHeaders(received);
    }
  }
}

const statusOf: Readonly<Record<Exclude<ApiExpected['kind'], 'stays'>, number>> = {
  content: 200,
  description: 200,
  compressed: 200,
  redirect: 301,
  unchanged: 304,
  'not-found': 404,
  'method-not-allowed': 405,
};

/** Undefined for invalid JSON. */
function valueOf(body: Buffer): unknown {
  return attempt((): unknown => JSON.parse(body.toString()));
}

/** M3: HEAD is GET without the body; a server may omit only Content-Length. */
async function checkHead(
  { reply: head, address, service, log }: AnsweredRow,
  asked: Asked,
): Promise<void> {
  const get = await service.client.ask({ ...asked, method: 'GET' });
  if (!get.ok) return;
  for (const name of ['content-type', 'cache-control', 'etag', 'vary']) {
    const [wanted, found] = [get.reply, head].map((reply) => reply.lines(name).join(', '));
    if (wanted === found) continue;
    const expected = `the ${name} of GET, ${showString(wanted ?? '')}`;
    log.fail('M3', address, expected, showString(found ?? ''));
  }
  const [length] = head.lines('content-length');
  if (length === undefined || length === String(get.reply.body.length)) return;
  const expected = `the content-length of GET, ${get.reply.body.length}`;
  log.fail('M3', address, expected, length);
}

// Checks a response with content encoding (M1, M6).

/** A host need not compress. If it does, decompression must give the same bytes (M6), and Vary must state it (M1). */
function checkCompressed(
  file: string,
  isRight: (file: string, body: Buffer) => boolean,
  service: Service,
  received: Received,
): void {
  const { reply, address, log } = received;
  const [encoding] = reply.lines('content-encoding');
  log.checked('M6');
  if (encoding !== undefined && encoding !== 'identity') {
    expectVary('accept-encoding', received);
  }
  const body = plainBody(reply.body, encoding, longestAnswer(service, file));
  if (body !== null && isRight(file, body)) return;
  const expected = 'the bytes that come without compression';
  const found = body === null ? `${encoding} that cannot be unpacked` : showBody(body);
  log.fail('M6', address, expected, found);
}

function plainBody(body: Buffer, encoding: string | undefined, maxBytes: number): Buffer | null {
  const compression = compressions.find((one) => one === encoding);
  if (compression !== undefined) return unpacked(body, compression, maxBytes);
  return encoding === undefined || encoding === 'identity' ? body : null;
}

function showBody(body: Buffer): string {
  return body.length === 0 ? 'no body' : `the body ${showToken(body.toString('utf8', 0, 300))}`;
}
