import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  checkCaching,
  checkCommonHeaders,
  expectCacheControl,
  checkPacked,
  checkPromisedHeaders,
  expectMethods,
  isEntityTag,
  isPublished,
  longestAnswer,
  type Received,
  withEncodings,
} from '../../../../src/verifying/service/published.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifestOf.ts';
import { clientOf, goodHeaders, replyOf, serviceWith } from './someReplies.ts';

const page = (base: string) =>
  `{"count":3,"next":"${base}/api/genes/?format=api&page=2","previous":null,"results":[{"x":"${base}/api/"}]}`;
const root = (base: string) => JSON.stringify({ genes: `${base}/api/genes/` });
const published = 'https://example.org/phages';
const manifest = manifestOf({
  'api/genes/index.json': page(published),
  'api/index.json': root(published),
});
const release = releaseWith({ base_url: published });

describe('the bytes of a published file', () => {
  const local = 'http://127.0.0.1:8000';
  const is = (file: string, text: string, base = published) =>
    isPublished(serviceWith({ manifest, release, baseUrl: base }), file, Buffer.from(text));

  test('are unknown without a manifest, without a release, and of files that it does not list', () => {
    expect(is('api/nothing.json', 'x')).toBeNull();
    const bytes = Buffer.from(page(published));
    const file = 'api/genes/index.json';
    expect(isPublished(serviceWith({ manifest }), file, bytes)).toBeNull();
    expect(isPublished(serviceWith({ release }), file, bytes)).toBeNull();
  });

  test('may have links that lead to a preview, in the envelope and at the root only', () => {
    const rewritten = page(published).replace(published, local);
    expect(is('api/genes/index.json', rewritten, local)).toBe(true);
    expect(is('api/genes/index.json', page(local), local)).toBe(false);
    expect(is('api/index.json', root(local), local)).toBe(true);
    expect(is('api/index.json', 'no JSON', local)).toBe(false);
    // The links are not those of this service.
    expect(is('api/genes/index.json', rewritten)).toBe(false);
  });
});

test('an answer may be as long as its file with longer links, and no longer than memory allows', () => {
  const service = serviceWith({ manifest });
  const bytes = Buffer.byteLength(page(published));
  expect(longestAnswer(service, 'api/genes/index.json')).toBe(bytes + 65_536);
  expect(longestAnswer(service, 'api/nothing.json')).toBe(64 * 1024 * 1024);
  expect(longestAnswer(serviceWith(), 'api/genes/index.json')).toBe(64 * 1024 * 1024);
});

describe('a file in each encoding', () => {
  const body = 'the very bytes';
  const gzip = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };

  const packed = (...[status, headers, sent]: Parameters<typeof replyOf>) => {
    const { log, failures } = createKeptLog();
    const plain = { ok: true, reply: replyOf(200, {}, body) } as const;
    const result = { ok: true, reply: replyOf(status, headers, sent) } as const;
    checkPacked({ plain, packed: [{ encoding: 'gzip', result }] }, 'here', log);
    return failures.map(({ clause, address, found }) => `${clause} ${address}: ${found}`);
  };

  test.each<[string, Parameters<typeof replyOf>, string]>([
    ['other bytes', [200, gzip, gzipSync('others')], 'M6 here (gzip): others, or none'],
    ['bytes that are not packed', [200, gzip, body], 'M6 here (gzip): others, or none'],
    ['more behind', [200, gzip, Buffer.concat([gzipSync(body), Buffer.of(1)])], 'M6 here'],
    ['others, unpacked', [200, {}, 'others'], 'M6 here (gzip): others'],
    [
      'an encoding that nobody asked for',
      [200, { 'Content-Encoding': 'br' }, brotliCompressSync(body)],
      'M6 here (gzip): Content-Encoding: br',
    ],
    ['an error', [406, {}, ''], 'M6 here (gzip): status 406'],
    ['no Vary', [200, { 'Content-Encoding': 'gzip' }, gzipSync(body)], 'M1 here (gzip)'],
  ])('is reported where it has %s', (_, reply, said) => {
    expect(packed(...reply)).toEqual([expect.stringContaining(said)]);
  });

  test('that is never answered is reported as such', () => {
    const { log, where } = createKeptLog();
    const plain = { ok: true, reply: replyOf(200, {}, body) } as const;
    const result = { ok: false, reason: 'no answer', isTooLong: false } as const;
    checkPacked({ plain, packed: [{ encoding: 'br', result }] }, 'here', log);
    checkPacked({ plain: result, packed: [{ encoding: 'br', result }] }, 'there', log);
    expect(where()).toEqual(['answers here (br)']);
  });
});

test('a service has the encodings in which it answers one of its lists', async () => {
  const { client, asked } = clientOf(({ target, headers }) => {
    const isGzip =
      target.startsWith('/phages/api/genes/') && headers?.['Accept-Encoding'] === 'gzip';
    return replyOf(200, isGzip ? { 'Content-Encoding': 'gzip' } : {});
  });
  const service = serviceWith({ client, manifest, index: 'index.json' });
  expect((await withEncodings(service)).encodings).toEqual(['gzip']);
  expect(asked[0]?.target).toMatch(/\/index\.json$/);
  expect((await withEncodings(serviceWith({ client }))).encodings).toEqual([]);
});

type Changes = Parameters<typeof goodHeaders>[0];

/** What `check` says of a good reply with other headers: clause, what was expected, what was found. */
function told(check: (received: Received) => void, changes: Changes = {}, status = 200): string[] {
  const { log, failures } = createKeptLog();
  check({ reply: replyOf(status, goodHeaders(changes)), address: 'here', log });
  return failures.map(({ clause, expected, found }) => `${clause} ${expected}; ${found}`);
}

const caching = (received: Received) => checkCaching(300, received);
const fileCaching = (received: Received) => expectCacheControl('public, max-age=300', received);

test('Vary may hold more, in several lines and any case', () => {
  expect(told(checkCommonHeaders, { Vary: ['Origin', 'accept-encoding , ACCEPT'] })).toEqual([]);
});

test.each<[string | string[], boolean]>([
  ['GET, HEAD, OPTIONS', true],
  ['options,get,head', true],
  [['GET', 'HEAD, OPTIONS'], true],
  ['GET, HEAD', false],
  ['GET, HEAD, OPTIONS, POST', false],
  ['', false],
])('%j are the methods: %s', (line, isRight) => {
  const check = (received: Received) => expectMethods('M3', 'Allow', received);
  expect(told(check, { Allow: line })).toHaveLength(isRight ? 0 : 1);
});

test.each<[string | string[] | undefined, boolean]>([
  ['public, max-age=300', true],
  ['max-age=300, public, stale-while-revalidate=60', true],
  [['public', 'max-age=300'], true],
  ['max-age=300', false],
  ['public, max-age=30', false],
  ['public, max-age=3000', false],
  ['public, max-age=300, max-age=0', false],
  ['public, max-age=300, no-cache', false],
  ['public, max-age=300, Private', false],
  ['public, max-age=300, no-store', false],
  [undefined, false],
])('%j lets caches keep for five minutes: %s', (line, isRight) => {
  for (const check of [caching, fileCaching]) {
    expect(told(check, { 'Cache-Control': line })).toHaveLength(isRight ? 0 : 1);
  }
});

test.each([
  ['"x"', true],
  ['W/"x"', true],
  ['""', true],
  ['x', false],
  ['w/"x"', false],
  ['"x', false],
  ['', false],
])('%j is an entity tag: %s', (text, is) => {
  expect(isEntityTag(text)).toBe(is);
  expect(told(caching, { ETag: text })).toHaveLength(is ? 0 : 1);
  expect(told(fileCaching, { ETag: text })).toEqual([]);
});

test('a service of somebody else may allow more methods, but none less', () => {
  expect(told(checkPromisedHeaders, { Allow: 'GET, POST, HEAD, OPTIONS' })).toEqual([]);
  expect(told(checkPromisedHeaders, { Allow: 'GET, OPTIONS' })).toHaveLength(1);
});
