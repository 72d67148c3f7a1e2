/** Compares responses with the published files by hash, with and without content encoding. */
import { hash } from 'node:crypto';
import { attempt } from '../../base/failure.ts';
import {
  type HttpReply,
  type HttpResult,
  largestBodyBytes,
  targetOf,
} from '../../base/httpClient.ts';
import { requiredNames } from '../../contract/collectionName.ts';
import { allowedMethods, cacheControl, jsonType } from '../../contract/headers.ts';
import { listLink, rewritePageLinks, rewriteRootLinks } from '../../contract/links.ts';
import { apiRootFile } from '../../contract/sitePaths.ts';
import { type Compression, compressions, unpacksTo } from '../../publishing/compression.ts';
import { showString } from '../../text/json.ts';
import type { Clause, ClauseLog } from '../clauses.ts';
import { type Service } from './service.ts';

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

/** `isRight` gets the lines of the header, and the names in them in lower case. */
function expectHeader(
  clause: Clause,
  name: string,
  expected: string,
  { reply, address, log }: Received,
  isRight: (lines: readonly string[], names: readonly string[]) => boolean,
): void {
  const lines = reply.lines(name.toLowerCase());
  if (!isRight(lines, namesIn(lines))) log.fail(clause, address, expected, showLines(lines));
}

export function expectLine(clause: Clause, name: string, wanted: string, received: Received): void {
  expectHeader(clause, name, `${name}: ${wanted}`, received, (lines) => {
    return lines.length === 1 && lines[0] === wanted;
  });
}

/** Exactly the methods of the contract, in any order. */
export function expectMethods(clause: Clause, name: string, received: Received): void {
  const wanted = namesIn([allowedMethods]);
  expectHeader(clause, name, `${name}: ${allowedMethods}`, received, (_, found) => {
    return new Set(found).size === wanted.length && wanted.every((one) => found.includes(one));
  });
}

/** M5: the required directives of `Cache-Control`; others may be added if they do not contradict them. */
export function expectCacheControl(wanted: string, received: Received): void {
  received.log.checked('M5');
  expectHeader('M5', 'Cache-Control', `Cache-Control: ${wanted}`, received, (_, found) => {
    const isThere = namesIn([wanted]).every((directive) => found.includes(directive));
    const ages = found.filter((directive) => directive.startsWith('max-age='));
    const isKept = !wanted.startsWith('public') || !found.some((one) => forbidding.has(one));
    return isThere && isKept && ages.length <= 1;
  });
}

const forbidding = new Set(['no-store', 'no-cache', 'private']);

/** M1: `Vary` contains a name, given in lower case. */
export function expectVary(name: string, received: Received): void {
  expectHeader('M1', 'Vary', `a Vary header that holds ${name}`, received, (_, found) =>
    found.includes(name),
  );
}

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

export function expectOnce(received: Received): void {
  for (const name of single)
    expectHeader('M1', name, `${name} once`, received, ({ length }) => length < 2);
}

/** W1: browsers revalidate each time, whichever directive the host uses. */
export function checkFresh(received: Received): void {
  received.log.checked('M5');
  const expected = 'Cache-Control: no-cache, or max-age=0';
  expectHeader('M5', 'Cache-Control', expected, received, (_, found) =>
    found.some((one) => ['no-cache', 'no-store', 'max-age=0'].includes(one)),
  );
}

/** M5: caching of a 200, and its ETag. */
export function checkCaching(maxAge: number, received: Received): void {
  expectCacheControl(cacheControl(maxAge), received);
  expectHeader('M5', 'ETag', 'an ETag', received, ([tag = '']) => isEntityTag(tag));
}

export function checkErrorHeaders(received: Received): void {
  checkJsonType(received);
  expectCacheControl('no-store', received);
}

/** Checks what the interface promises for a list's headers; departures from the rest of the contract are noted. */
export function checkPromisedHeaders(received: Received): void {
  received.log.checked('M1', 'M2');
  const methods = 'an Allow header of GET, HEAD, OPTIONS';
  expectHeader('M1', 'Allow', methods, received, (_, found) =>
    ['get', 'head', 'options'].every((method) => found.includes(method)),
  );
  expectVary('accept', received);
  const type = `a Content-Type of ${jsonType}`;
  expectHeader('M2', 'Content-Type', type, received, ([sent = '']) =>
    /^application\/json\s*(;|$)/i.test(sent),
  );
}

/** The status for a message, with the target of a redirect. */
export function showStatus(reply: HttpReply): string {
  const [location] = reply.lines('location');
  return `status ${reply.status}${location === undefined ? '' : `, to ${showString(location)}`}`;
}

export function isEntityTag(text: string): boolean {
  return /^(W\/)?".*"$/.test(text);
}

export function namesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.toLowerCase().split(/\s*,\s*/));
}

function showLines(lines: readonly string[]): string {
  return lines.length === 0 ? 'no such header' : lines.map(showString).join(' and ');
}

/** Whether these are the bytes of a published file; null if its hash is unknown. */
export function isPublished(service: Service, file: string, bytes: Buffer): boolean | null {
  const { manifest, release, baseUrl } = service;
  const wanted = manifest?.get(file)?.sha256;
  if (release === null || wanted === undefined) return null;
  if (wanted === hash('sha256', bytes)) return true;
  // A preview may have rewritten the links to its own URL.
  if (baseUrl === release.base_url) return false;
  const change = { from: baseUrl, to: release.base_url };
  return wanted === hash('sha256', withLinks(file, bytes, change));
}

function withLinks(file: string, bytes: Buffer, change: { from: string; to: string }): Uint8Array {
  if (file !== apiRootFile) return rewritePageLinks(bytes, change);
  return attempt(() => rewriteRootLinks(bytes, change)) ?? bytes;
}

// Far more than a usable page has.
const unknownBodyBytes = 64 * 1024 * 1024;
// Rewritten links may be longer.
const linkSlackBytes = 64 * 1024;

export function longestAnswer({ manifest }: Service, file: string): number {
  const listed = manifest?.get(file) ?? null;
  return listed === null
    ? unknownBodyBytes
    : Math.min(largestBodyBytes, listed.bytes + linkSlackBytes);
}

export interface Answers {
  readonly plain: HttpResult;
  readonly packed: readonly { readonly encoding: Compression; readonly result: HttpResult }[];
}

/** Requests a file of the site without encoding, and in each encoding that the host supports. */
export async function askAnswers(
  service: Service,
  address: string,
  file: string,
): Promise<Answers> {
  const request = { target: targetOf(address), maxBytes: longestAnswer(service, file) };
  const plain = await service.client.ask(request);
  const packed: { encoding: Compression; result: HttpResult }[] = [];
  if (!plain.ok || plain.reply.status !== 200) return { plain, packed };
  for (const encoding of service.encodings) {
    const headers = { 'Accept-Encoding': encoding };
    packed.push({ encoding, result: await service.client.ask({ ...request, headers }) });
  }
  return { plain, packed };
}

/** Compares encoded responses with the plain one, which is a 200 (M1, M6). */
export function checkPacked({ plain, packed }: Answers, at: string, log: ClauseLog): void {
  if (!plain.ok) return;
  for (const { encoding, result } of packed) {
    const address = `${at} (${encoding})`;
    log.checked('M6');
    if (!result.ok) {
      log.fail('answers', address, 'an answer', result.reason);
      continue;
    }
    const { reply } = result;
    const expected = 'the bytes that come without compression';
    const [sent] = reply.lines('content-encoding');
    if (reply.status !== 200) {
      log.fail('M6', address, expected, showStatus(reply));
    } else if (sent === encoding) {
      expectVary('accept-encoding', { reply, address, log });
      if (unpacksTo(reply.body, plain.reply.body, encoding)) continue;
      log.fail('M6', address, expected, 'others, or none that can be unpacked');
    } else if (sent !== undefined && sent !== 'identity') {
      log.fail('M6', address, expected, `Content-Encoding: ${sent}`);
    } else if (!reply.body.equals(plain.reply.body)) {
      log.fail('M6', address, expected, 'others');
    }
  }
}

export interface PublishedAddress {
  readonly clause: Clause;
  readonly address: string;
  readonly file: string;
  readonly expected: string;
  readonly isRight: (bytes: Buffer) => boolean;
}

export async function checkPublished(
  service: Service,
  { clause, address, file, expected, isRight }: PublishedAddress,
  log: ClauseLog,
): Promise<void> {
  const answers = await askAnswers(service, address, file);
  const { plain } = answers;
  log.checked(clause);
  if (!plain.ok) {
    log.fail('answers', address, 'an answer', plain.reason);
  } else if (plain.reply.status !== 200) {
    log.fail(clause, address, expected, showStatus(plain.reply));
  } else if (isRight(plain.reply.body)) {
    checkPacked(answers, address, log);
  } else {
    log.fail(clause, address, expected, 'other bytes');
  }
}

/** The bytes of a file at its address; null where the service does not send it. */
export async function bodyOf(
  { baseUrl, client }: Pick<Service, 'baseUrl' | 'client'>,
  file: string,
  maxBytes?: number,
): Promise<Buffer | null> {
  const target = targetOf(`${baseUrl}/${file}`);
  const result = await client.ask({ target, ...(maxBytes === undefined ? {} : { maxBytes }) });
  return result.ok && result.reply.status === 200 ? result.reply.body : null;
}

/** Detects the content encodings of a service, by the first pages of its lists. */
export async function withEncodings(service: Service): Promise<Service> {
  const { baseUrl, client, manifest } = service;
  // Without a manifest, the plain bytes are not known.
  if (manifest === null) return service;
  const addresses = requiredNames.map((name) => listLink(baseUrl, name) + service.index);
  const found: Compression[] = [];
  for (const encoding of compressions) {
    for (const address of addresses) {
      const headers = { 'Accept-Encoding': encoding };
      const maxBytes = unknownBodyBytes;
      const result = await client.ask({ target: targetOf(address), headers, maxBytes });
      if (!result.ok || result.reply.lines('content-encoding')[0] !== encoding) continue;
      found.push(encoding);
      break;
    }
  }
  return { ...service, encodings: found };
}
