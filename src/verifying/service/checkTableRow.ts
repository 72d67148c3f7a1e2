/** Sends a request of the contract's table to a service and checks the response. */
import { isDeepStrictEqual } from 'node:util';
import { attempt } from '../../failure.ts';
import { showString, showToken } from '../../json/showToken.ts';
import { checkNonApi } from './checkNonApi.ts';
import { type AnsweredRow, checkLeast, clauseOf, type TableContext } from './checkLeast.ts';
import {
  type ApiExpected,
  isBeside,
  leadsAstray,
  requestTarget,
  type TableRow,
} from '../table/tableRow.ts';
import {
  checkCaching,
  checkCommonHeaders,
  checkErrorHeaders,
  checkJsonType,
  expectMethods,
  expectVary,
  isEntityTag,
  type Received,
  showStatus,
} from './headerChecks.ts';
import type { HttpReply } from '../../http/httpReply.ts';
import { isPublished, longestAnswer } from './published.ts';
import type { Service } from './service.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const noBytes = Buffer.alloc(0);

const maxShownUrl = 200;

/** Sends the request of a row and reports where the response departs from the contract. */
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
    log.fail('answers', { address: request, expected: 'an answer', found: result.reason });
    return null;
  };
  let asked = plain;
  if (row.ifNoneMatch !== null) {
    const first = await ask(plain);
    if (first === null) return;
    const tag = first.lines('etag')[0] ?? '';
    if (!isEntityTag(tag))
      return log.fail('M5', { address: request, expected: 'an ETag', found: 'none' });
    asked = { ...plain, headers: { ...row.headers, 'If-None-Match': row.ifNoneMatch(tag) } };
  }
  const reply = await ask(asked);
  if (reply === null) return;
  if (expected.kind === 'stays') {
    if (!leadsAstray(reply.lines('location')[0], service.baseUrl)) return;
    const nowhere = 'nothing that leads to another host';
    return log.fail(clause, { address: request, expected: nowhere, found: showStatus(reply) });
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
  const { method } = row;
  const fail = (wanted: string, found: string) =>
    log.fail(clauseOf(row), { address, expected: wanted, found });
  const expectStatus = (status: number) => {
    if (reply.status !== status) fail(`status ${status}`, showStatus(reply));
    return reply.status === status;
  };
  const expectBody = (body: Buffer | null) => {
    const wanted = method === 'HEAD' ? noBytes : body;
    if (wanted !== null && !reply.body.equals(wanted)) fail(showBody(wanted), showBody(reply.body));
  };

  const isRight = (file: string, body: Buffer) =>
    bytesOf(file)?.equals(body) ?? isPublished(service, file, body) ?? true;

  switch (expected.kind) {
    case 'content': {
      if (!expectStatus(200)) return;
      const known = bytesOf(expected.file);
      if (known !== null || method === 'HEAD') expectBody(known ?? noBytes);
      else if (!isRight(expected.file, reply.body))
        fail(`the published ${expected.file}`, 'other bytes');
      checkJsonType(received);
      checkCaching(service.maxAge, received);
      if (method === 'HEAD') await checkHead(received, asked);
      return;
    }
    case 'description':
      if (reply.status === 204) {
        expectBody(noBytes);
      } else if (expectStatus(200)) {
        const known = bytesOf(expected.file);
        // Compared by value: the order of members and white space are not specified.
        if (known !== null && !isDeepStrictEqual(valueOf(reply.body), valueOf(known)))
          expectBody(known);
        checkJsonType(received);
      }
      if ('Access-Control-Request-Method' in row.headers)
        expectMethods('M3', 'Access-Control-Allow-Methods', received);
      return;
    case 'compressed':
      if (!expectStatus(200)) return;
      checkCompressed(expected.file, isRight, service, received);
      checkJsonType(received);
      return;
    case 'redirect': {
      if (!expectStatus(301)) return;
      const [location = ''] = reply.lines('location');
      const wanted = service.baseUrl + expected.to;
      // The redirect may be absolute or relative, with or without the prefix: only its target counts (A2).
      const base = `${service.baseUrl}${row.target}`;
      const leads = URL.canParse(location, base) ? new URL(location, base).href : location;
      if (leads !== wanted) fail(`a Location that leads to ${wanted}`, showString(location));
      return;
    }
    case 'unchanged':
      if (!expectStatus(304)) return;
      expectBody(noBytes);
      checkCaching(service.maxAge, received);
      return;
    case 'not-found':
      if (!expectStatus(404)) return;
      expectBody(Buffer.from(expected.body));
      checkErrorHeaders(received);
      return;
    case 'stays':
      return;
    case 'method-not-allowed':
      if (!expectStatus(405)) return;
      if (!hasDetail(reply.body)) fail('JSON with a detail', showBody(reply.body));
      checkErrorHeaders(received);
  }
}

/** Undefined for invalid JSON. */
function valueOf(body: Buffer): unknown {
  return attempt((): unknown => JSON.parse(body.toString()));
}

function hasDetail(body: Buffer): boolean {
  const value = valueOf(body);
  return (
    typeof value === 'object' &&
    value !== null &&
    'detail' in value &&
    typeof value.detail === 'string'
  );
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
    log.fail('M3', { address, expected, found: showString(found ?? '') });
  }
  const [length] = head.lines('content-length');
  if (length === undefined || length === String(get.reply.body.length)) return;
  const expected = `the content-length of GET, ${get.reply.body.length}`;
  log.fail('M3', { address, expected, found: length });
}

// Checks a response with content encoding (M1, M6).

/** A host need not compress. If it does, decompression must give the same bytes (M6), and Vary must state it (M1). */
export function checkCompressed(
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
  const body = unpacked(reply.body, encoding, longestAnswer(service, file));
  if (body !== null && isRight(file, body)) return;
  const expected = 'the bytes that come without compression';
  const found = body === null ? `${encoding} that cannot be unpacked` : showBody(body);
  log.fail('M6', { address, expected, found });
}

function unpacked(body: Buffer, encoding: string | undefined, maxBytes: number): Buffer | null {
  const limit = { maxOutputLength: maxBytes };
  try {
    if (encoding === 'gzip') return gunzipSync(body, limit);
    if (encoding === 'br') return brotliDecompressSync(body, limit);
    return encoding === undefined || encoding === 'identity' ? body : null;
  } catch {
    return null;
  }
}

/** Shortens a body for a message. */
function showBody(body: Buffer): string {
  return body.length === 0 ? 'no body' : `the body ${showToken(body.toString('utf8', 0, 300))}`;
}
