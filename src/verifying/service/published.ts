/** Compares responses with the published files by hash, with and without content encoding. */
import { hash } from 'node:crypto';
import { requiredNames } from '../../contract/collectionName.ts';
import { listLink } from '../../contract/links.ts';
import { apiRootFile } from '../../contract/sitePaths.ts';
import { attempt } from '../../failure.ts';
import { rewritePageLinks, rewriteRootLinks } from '../../contract/rewriteLinks.ts';
import { type Compression, compressions, unpacksTo } from '../../publishing/compression.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import { expectVary, showStatus } from './headerChecks.ts';
import { type HttpResult, largestBodyBytes } from '../../http/httpClient.ts';
import { type Service, targetOf } from './service.ts';

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

/** The maximum size of a response with a file. */
export function longestAnswer({ manifest }: Service, file: string): number {
  const said = manifest?.get(file) ?? null;
  return said === null ? unknownBodyBytes : Math.min(largestBodyBytes, said.bytes + linkSlackBytes);
}

/** The responses without and with content encoding. */
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
      log.fail('answers', { address, expected: 'an answer', found: result.reason });
      continue;
    }
    const { reply } = result;
    const expected = 'the bytes that come without compression';
    const [sent] = reply.lines('content-encoding');
    if (reply.status !== 200) {
      log.fail('M6', { address, expected, found: showStatus(reply) });
    } else if (sent === encoding) {
      expectVary('accept-encoding', { reply, address, log });
      if (unpacksTo(reply.body, plain.reply.body, encoding)) continue;
      log.fail('M6', { address, expected, found: 'others, or none that can be unpacked' });
    } else if (sent !== undefined && sent !== 'identity') {
      log.fail('M6', { address, expected, found: `Content-Encoding: ${sent}` });
    } else if (!reply.body.equals(plain.reply.body)) {
      log.fail('M6', { address, expected, found: 'others' });
    }
  }
}

export interface PublishedAddress {
  readonly clause: Clause;
  readonly address: string;
  readonly file: string;
  /** Completes "expected …". */
  readonly expected: string;
  /** Whether the bytes are as expected. */
  readonly isRight: (bytes: Buffer) => boolean;
}

/** Requests a file of the site and reports departures in the responses. */
export async function checkPublished(
  service: Service,
  { clause, address, file, expected, isRight }: PublishedAddress,
  log: ClauseLog,
): Promise<void> {
  const answers = await askAnswers(service, address, file);
  const { plain } = answers;
  log.checked(clause);
  if (!plain.ok) {
    log.fail('answers', { address, expected: 'an answer', found: plain.reason });
  } else if (plain.reply.status !== 200) {
    log.fail(clause, { address, expected, found: showStatus(plain.reply) });
  } else if (isRight(plain.reply.body)) {
    checkPacked(answers, address, log);
  } else {
    log.fail(clause, { address, expected, found: 'other bytes' });
  }
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
