/** Performs a row of the contract's table at a service and checks the answer. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { methodNotAllowedBody } from '../contract/bodies.ts';
import { showString, showToken } from '../json/showToken.ts';
import type { ClauseLog } from './clauseLog.ts';
import { type Clause, isClause } from './clauses.ts';
import type { TableRow } from './tableRow.ts';
import {
  checkCaching,
  checkCommonHeaders,
  checkErrorHeaders,
  checkJsonType,
  expectLine,
  expectVary,
  isEntityTag,
  showStatus,
} from './headerChecks.ts';
import type { HttpReply } from './httpClient.ts';
import { type Service, targetOf } from './service.ts';

export interface TableAtHand {
  readonly service: Service;
  /** The bytes of a file of the site; null where they are not known. */
  readonly bytesOf: (file: string) => Buffer | null;
  readonly log: ClauseLog;
}

/** Asks what the row asks and reports where the answer departs from the contract. */
export async function askRow(row: TableRow, at: TableAtHand): Promise<void> {
  const { service, log } = at;
  const url = service.baseUrl + row.target;
  const address = row.method === 'GET' ? url : `${row.method} ${url}`;
  const told = address + showHeaders(row);
  const clause = clauseOf(row);
  log.checked(clause);

  const plain = { method: row.method, target: targetOf(url), headers: row.headers };
  let asked = plain;
  if (row.ifNoneMatch !== null) {
    const first = await service.client.ask(plain);
    if (!first.ok)
      return log.fail('answers', { address: told, expected: 'an answer', found: first.reason });
    const tag = first.reply.lines('etag')[0] ?? '';
    if (!isEntityTag(tag))
      return log.fail('M5', { address: told, expected: 'an ETag', found: 'none' });
    asked = { ...plain, headers: { ...row.headers, 'If-None-Match': row.ifNoneMatch(tag) } };
  }
  const result = await service.client.ask(asked);
  if (!result.ok) {
    log.fail('answers', { address: told, expected: 'an answer', found: result.reason });
    return;
  }
  checkCommonHeaders(result.reply, told, log);
  await checkReply(row, result.reply, told, clause, at, asked);
}

function clauseOf({ clause }: TableRow): Clause {
  const [first = ''] = clause.split(' ');
  return isClause(first) ? first : 'answers';
}

/** What was sent besides the address, where it matters. */
function showHeaders({ headers, title }: TableRow): string {
  const names = Object.keys(headers);
  return names.length === 0 ? '' : ` (${title})`;
}

async function checkReply(
  row: TableRow,
  reply: HttpReply,
  address: string,
  clause: Clause,
  { service, bytesOf, log }: TableAtHand,
  asked: { readonly target: string; readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  const { expected, method } = row;
  const fail = (wanted: string, found: string) =>
    log.fail(clause, { address, expected: wanted, found });
  const expectStatus = (status: number) => {
    if (reply.status !== status) fail(`status ${status}`, showStatus(reply));
    return reply.status === status;
  };
  const expectBody = (body: Buffer | null) => {
    const wanted = method === 'HEAD' ? Buffer.alloc(0) : body;
    if (wanted !== null && !reply.body.equals(wanted)) fail(showBody(wanted), showBody(reply.body));
  };

  switch (expected.kind) {
    case 'content': {
      if (!expectStatus(200)) return;
      expectBody(bytesOf(expected.file));
      checkJsonType(reply, address, log);
      checkCaching(reply, service.maxAge, address, log);
      if (method === 'HEAD') await checkHead(reply, address, service, log, asked);
      return;
    }
    case 'description':
      if (reply.status === 204) {
        expectBody(Buffer.alloc(0));
      } else if (expectStatus(200)) {
        expectBody(bytesOf(expected.file));
        checkJsonType(reply, address, log);
      }
      expectLine('M3', 'Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS', reply, address, log);
      return;
    case 'compressed':
      if (!expectStatus(200)) return;
      checkCompressed(reply, bytesOf(expected.file), address, log);
      checkJsonType(reply, address, log);
      return;
    case 'redirect': {
      if (!expectStatus(301)) return;
      const [location = ''] = reply.lines('location');
      const wanted = service.baseUrl + expected.to;
      // Absolute or not, and behind a prefix or not: what counts is where it leads (A2).
      const base = `${service.baseUrl}${row.target}`;
      const leads = URL.canParse(location, base) ? new URL(location, base).href : location;
      if (leads !== wanted) fail(`a Location that leads to ${wanted}`, showString(location));
      return;
    }
    case 'unchanged':
      if (!expectStatus(304)) return;
      expectBody(Buffer.alloc(0));
      checkCaching(reply, service.maxAge, address, log);
      return;
    case 'not-found': {
      if (!expectStatus(404)) return;
      expectBody(Buffer.from(expected.body));
      checkErrorHeaders(reply, address, log);
      return;
    }
    case 'method-not-allowed': {
      if (!expectStatus(405)) return;
      const bodies = [methodNotAllowedBody(method), methodNotAllowedBody()];
      if (!bodies.includes(reply.body.toString())) expectBody(Buffer.from(bodies[0] ?? ''));
      checkErrorHeaders(reply, address, log);
    }
  }
}

/** M3: HEAD is GET without the body; a server may leave out the length, and no more. */
async function checkHead(
  head: HttpReply,
  address: string,
  service: Service,
  log: ClauseLog,
  asked: { readonly target: string; readonly headers: Readonly<Record<string, string>> },
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

/** A host need not compress; where it does, the same bytes come out (M6) and Vary says so (M1). */
function checkCompressed(
  reply: HttpReply,
  wanted: Buffer | null,
  address: string,
  log: ClauseLog,
): void {
  const [encoding] = reply.lines('content-encoding');
  log.checked('M6');
  if (encoding !== undefined && encoding !== 'identity') {
    expectVary('accept-encoding', reply, address, log);
  }
  const body = unpacked(reply.body, encoding);
  if (body !== null && (wanted === null || body.equals(wanted))) return;
  const expected = 'the bytes that come without compression';
  const found = body === null ? `${encoding} that cannot be unpacked` : showBody(body);
  log.fail('M6', { address, expected, found });
}

const maxUnpackedBytes = 1024 ** 3;

function unpacked(body: Buffer, encoding: string | undefined): Buffer | null {
  const limit = { maxOutputLength: maxUnpackedBytes };
  try {
    if (encoding === 'gzip') return gunzipSync(body, limit);
    if (encoding === 'br') return brotliDecompressSync(body, limit);
    return encoding === undefined || encoding === 'identity' ? body : null;
  } catch {
    return null;
  }
}

function showBody(body: Buffer): string {
  return body.length === 0 ? 'no body' : `the body ${showToken(body.toString('utf8', 0, 300))}`;
}
