/** Checks response headers (M1, M2, M5), against the contract or only what every service promises. */
import { allowedMethods, cacheControl, jsonType, lastingHeaders } from '../../contract/headers.ts';
import { showString } from '../../json/showToken.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { HttpReply } from '../../http/httpReply.ts';

/** A response to check: where it came from, and the log of its departures. */
export interface Received {
  readonly reply: HttpReply;
  readonly address: string;
  readonly log: ClauseLog;
}

/** M1: the headers of every response under `/api`. */
export function checkCommonHeaders(received: Received): void {
  received.log.checked('M1');
  expectMethods('M1', 'Allow', received);
  expectLine('M1', 'Access-Control-Allow-Origin', '*', received);
  expectLine('M1', 'X-Content-Type-Options', 'nosniff', received);
  expectVary('accept', received);
}

/** Exactly the methods of the contract, in any order. */
export function expectMethods(clause: Clause, name: string, received: Received): void {
  const { reply, address, log } = received;
  const lines = reply.lines(name.toLowerCase());
  const found = new Set(namesIn(lines));
  const wanted = allowedMethods.toLowerCase().split(', ');
  if (found.size === wanted.length && wanted.every((method) => found.has(method))) return;
  log.fail(clause, { address, expected: `${name}: ${allowedMethods}`, found: showLines(lines) });
}

/** M5: the required directives of `Cache-Control`; others may be added if they do not contradict them. */
function expectCacheControl(wanted: string, { reply, address, log }: Received): void {
  log.checked('M5');
  const lines = reply.lines('cache-control');
  const found = namesIn(lines);
  const isThere = namesIn([wanted]).every((directive) => found.includes(directive));
  const ages = found.filter((directive) => directive.startsWith('max-age='));
  const isKept = !wanted.startsWith('public') || !found.some((one) => forbidding.has(one));
  if (isThere && isKept && ages.length <= 1) return;
  log.fail('M5', { address, expected: `Cache-Control: ${wanted}`, found: showLines(lines) });
}

const forbidding = new Set(['no-store', 'no-cache', 'private']);

/** M1: `Vary` contains a name, given in lower case. */
export function expectVary(name: string, { reply, address, log }: Received): void {
  const lines = reply.lines('vary');
  if (namesIn(lines).includes(name)) return;
  const expected = `a Vary header that holds ${name}`;
  log.fail('M1', { address, expected, found: showLines(lines) });
}

/** M2: the media type of JSON, without parameters. */
export function checkJsonType(received: Received): void {
  received.log.checked('M2');
  expectLine('M2', 'Content-Type', jsonType, received);
}

// Headers that a browser ignores or misreads when duplicated.
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

/** M1: none of these headers is duplicated. */
export function expectOnce({ reply, address, log }: Received): void {
  for (const name of single) {
    const lines = reply.lines(name.toLowerCase());
    if (lines.length < 2) continue;
    log.fail('M1', { address, expected: `${name} once`, found: showLines(lines) });
  }
}

/** M5: caching of a file outside the API. */
export function checkFileCaching(maxAge: number, received: Received): void {
  expectCacheControl(cacheControl(maxAge), received);
}

/** W1: files with a hash in their names are cached for good. */
export function checkLasting(received: Received): void {
  expectCacheControl(lastingHeaders['Cache-Control'] ?? '', received);
}

/** W1: browsers revalidate each time, whichever directive the host uses. */
export function checkFresh({ reply, address, log }: Received): void {
  log.checked('M5');
  const lines = reply.lines('cache-control');
  if (namesIn(lines).some((one) => ['no-cache', 'no-store', 'max-age=0'].includes(one))) return;
  const expected = 'Cache-Control: no-cache, or max-age=0';
  log.fail('M5', { address, expected, found: showLines(lines) });
}

/** M5: caching of a 200, and its ETag. */
export function checkCaching(maxAge: number, received: Received): void {
  const { reply, address, log } = received;
  checkFileCaching(maxAge, received);
  const [tag = ''] = reply.lines('etag');
  if (isEntityTag(tag)) return;
  log.fail('M5', { address, expected: 'an ETag', found: showLines(reply.lines('etag')) });
}

/** M2, M5: an error is JSON, and must not be cached. */
export function checkErrorHeaders(received: Received): void {
  checkJsonType(received);
  expectCacheControl('no-store', received);
}

/** Checks what the interface promises for a list's headers; departures from the rest of the contract are noted. */
export function checkPromisedHeaders(received: Received): void {
  const { reply, address, log } = received;
  log.checked('M1', 'M2');
  const allowed = namesIn(reply.lines('allow'));
  if (!['get', 'head', 'options'].every((method) => allowed.includes(method))) {
    const expected = 'an Allow header of GET, HEAD, OPTIONS';
    log.fail('M1', { address, expected, found: showLines(reply.lines('allow')) });
  }
  expectVary('accept', received);
  const [type = ''] = reply.lines('content-type');
  if (/^application\/json\s*(;|$)/i.test(type)) return;
  const found = showLines(reply.lines('content-type'));
  log.fail('M2', { address, expected: `a Content-Type of ${jsonType}`, found });
}

/** The status for a message, with the target of a redirect. */
export function showStatus(reply: HttpReply): string {
  const [location] = reply.lines('location');
  return `status ${reply.status}${location === undefined ? '' : `, to ${showString(location)}`}`;
}

export function isEntityTag(text: string): boolean {
  return /^(W\/)?".*"$/.test(text);
}

export function expectLine(clause: Clause, name: string, wanted: string, received: Received): void {
  const { reply, address, log } = received;
  const lines = reply.lines(name.toLowerCase());
  if (lines.length === 1 && lines[0] === wanted) return;
  log.fail(clause, { address, expected: `${name}: ${wanted}`, found: showLines(lines) });
}

/** The names, or other tokens, of a header's lines, in lower case. */
export function namesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.toLowerCase().split(/\s*,\s*/));
}

function showLines(lines: readonly string[]): string {
  return lines.length === 0 ? 'no such header' : lines.map(showString).join(' and ');
}
