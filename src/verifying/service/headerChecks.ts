/** Checks the headers of answers (M1, M2, M5), by the contract or only by what every service promises. */
import { allowedMethods, cacheControl, jsonType } from '../../contract/headers.ts';
import { showString } from '../../json/showToken.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { HttpReply } from './httpReply.ts';

/** M1: what every answer under `/api` carries. */
export function checkCommonHeaders(reply: HttpReply, address: string, log: ClauseLog): void {
  log.checked('M1');
  expectMethods('M1', 'Allow', reply, address, log);
  expectLine('M1', 'Access-Control-Allow-Origin', '*', reply, address, log);
  expectLine('M1', 'X-Content-Type-Options', 'nosniff', reply, address, log);
  expectVary('accept', reply, address, log);
}

/** The methods of the contract and no others, in whatever order. */
export function expectMethods(
  clause: Clause,
  name: string,
  reply: HttpReply,
  address: string,
  log: ClauseLog,
): void {
  const lines = reply.lines(name.toLowerCase());
  const found = new Set(namesIn(lines));
  const wanted = allowedMethods.toLowerCase().split(', ');
  if (found.size === wanted.length && wanted.every((method) => found.has(method))) return;
  log.fail(clause, { address, expected: `${name}: ${allowedMethods}`, found: showLines(lines) });
}

/** M5: the directives that must stand in `Cache-Control`; more may, if they take nothing back. */
function expectCacheControl(
  wanted: string,
  reply: HttpReply,
  address: string,
  log: ClauseLog,
): void {
  const lines = reply.lines('cache-control');
  const found = namesIn(lines);
  const isThere = namesIn([wanted]).every((directive) => found.includes(directive));
  const ages = found.filter((directive) => directive.startsWith('max-age='));
  const isKept = !wanted.startsWith('public') || !found.some((one) => forbidding.has(one));
  if (isThere && isKept && ages.length <= 1) return;
  log.fail('M5', { address, expected: `Cache-Control: ${wanted}`, found: showLines(lines) });
}

const forbidding = new Set(['no-store', 'no-cache', 'private']);

/** M1: `Vary` holds a name, given in small letters. */
export function expectVary(name: string, reply: HttpReply, address: string, log: ClauseLog): void {
  const lines = reply.lines('vary');
  if (namesIn(lines).includes(name)) return;
  const expected = `a Vary header that holds ${name}`;
  log.fail('M1', { address, expected, found: showLines(lines) });
}

/** M2: the type of JSON, and no parameter. */
export function checkJsonType(reply: HttpReply, address: string, log: ClauseLog): void {
  log.checked('M2');
  expectLine('M2', 'Content-Type', jsonType, reply, address, log);
}

// What a browser takes for none, or for another, where it comes twice.
const single = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Allow',
  'Cache-Control',
  'Content-Range',
  'Content-Type',
  'ETag',
  'Vary',
] as const;

/** M1: each header that is there comes once. */
export function expectOnce(reply: HttpReply, address: string, log: ClauseLog): void {
  for (const name of single) {
    const lines = reply.lines(name.toLowerCase());
    // nginx has sent one by the time that it finds no such part; the stricter of two counts.
    const isLate = reply.status === 416 && name === 'Cache-Control';
    if (lines.length < 2 || isLate) continue;
    log.fail('M1', { address, expected: `${name} once`, found: showLines(lines) });
  }
}

/** M5: how long a file beside the API may be kept. */
export function checkFileCaching(
  reply: HttpReply,
  maxAge: number,
  address: string,
  log: ClauseLog,
): void {
  log.checked('M5');
  expectCacheControl(cacheControl(maxAge), reply, address, log);
}

/** M5: how long a 200 may be kept, and its validator. */
export function checkCaching(
  reply: HttpReply,
  maxAge: number,
  address: string,
  log: ClauseLog,
): void {
  log.checked('M5');
  expectCacheControl(cacheControl(maxAge), reply, address, log);
  const [tag = ''] = reply.lines('etag');
  if (isEntityTag(tag)) return;
  log.fail('M5', { address, expected: 'an ETag', found: showLines(reply.lines('etag')) });
}

/** M2, M5: an error is JSON, and nobody's to keep. */
export function checkErrorHeaders(reply: HttpReply, address: string, log: ClauseLog): void {
  checkJsonType(reply, address, log);
  log.checked('M5');
  expectCacheControl('no-store', reply, address, log);
}

/** What SPEC.md promises of a list's headers; the rest of the contract is noted. */
export function checkPromisedHeaders(reply: HttpReply, address: string, log: ClauseLog): void {
  log.checked('M1', 'M2');
  const allowed = namesIn(reply.lines('allow'));
  if (!['get', 'head', 'options'].every((method) => allowed.includes(method))) {
    const expected = 'an Allow header of GET, HEAD, OPTIONS';
    log.fail('M1', { address, expected, found: showLines(reply.lines('allow')) });
  }
  expectVary('accept', reply, address, log);
  const [type = ''] = reply.lines('content-type');
  if (/^application\/json\s*(;|$)/i.test(type)) return;
  const found = showLines(reply.lines('content-type'));
  log.fail('M2', { address, expected: `a Content-Type of ${jsonType}`, found });
}

/** The status for a message; of a redirect, where it leads. */
export function showStatus(reply: HttpReply): string {
  const [location] = reply.lines('location');
  return `status ${reply.status}${location === undefined ? '' : `, to ${showString(location)}`}`;
}

export function isEntityTag(text: string): boolean {
  return /^(W\/)?".*"$/.test(text);
}

export function expectLine(
  clause: Clause,
  name: string,
  wanted: string,
  reply: HttpReply,
  address: string,
  log: ClauseLog,
): void {
  const lines = reply.lines(name.toLowerCase());
  if (lines.length === 1 && lines[0] === wanted) return;
  log.fail(clause, { address, expected: `${name}: ${wanted}`, found: showLines(lines) });
}

function namesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.toLowerCase().split(/\s*,\s*/));
}

function showLines(lines: readonly string[]): string {
  return lines.length === 0 ? 'no such header' : lines.map(showString).join(' and ');
}
