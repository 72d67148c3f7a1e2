import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  bulkHeaders,
  bulkPreflightHeaders,
  type HeaderFields,
} from '../../../../src/contract/headers.ts';
import { checkNonApi } from '../../../../src/verifying/service/checkTableRow.ts';
import { type BesideExpected, tableRow } from '../../../../src/verifying/tableRow.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifestOf.ts';
import { replyOf, serviceWith } from './someReplies.ts';

const file = 'bulk/genes.tsv.gz';
const content = gzipSync('a table of many genes, which takes more than ten bytes');
const size = content.length;
const manifest = manifestOf({ [file]: content, 'bulk/small.gz': 'abc' });
const good: HeaderFields = { ...bulkHeaders(300), 'Content-Type': 'application/gzip' };

function told(
  expected: BesideExpected,
  reply: ReturnType<typeof replyOf>,
  method = 'GET',
): string[] {
  const { log, failures } = createKeptLog();
  const row = tableRow('B1', 'a row', '/x', expected, { method });
  const service = serviceWith({ manifest, release: releaseWith(), maxAge: 300 });
  const at = { service, bytesOf: () => null, log, unkept: [], strict: log };
  checkNonApi(expected, { ...at, row, reply, address: 'here' });
  return failures.map(({ clause, expected: wanted, found }) => `${clause} ${wanted}; ${found}`);
}

/** The good headers with some changed; undefined takes one away. */
function headers(changes: Record<string, string | undefined>): HeaderFields {
  return Object.fromEntries(
    Object.entries({ ...good, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

const whole = { kind: 'file', file } as const;
const part = { kind: 'part', file, bytes: 10 } as const;

test('it may expose more headers than scripts need, or all of them', () => {
  const name = 'Access-Control-Expose-Headers';
  for (const value of ['*', `${good[name] ?? ''}, Server`, (good[name] ?? '').toLowerCase()]) {
    expect(told(whole, replyOf(200, headers({ [name]: value }), content))).toEqual([]);
  }
  const less = headers({ [name]: 'ETag' });
  expect(told(whole, replyOf(200, less, content))).toEqual([expect.stringMatching(/^M1 /)]);
});

test('by HEAD it says its size, if any, and sends nothing', () => {
  const head = (changes: Record<string, string>, body = '') =>
    told(whole, replyOf(200, headers(changes), body), 'HEAD');
  expect(head({ 'Content-Length': String(size) })).toEqual([]);
  expect(head({})).toEqual([]);
  expect(head({ 'Content-Length': '7' })).toEqual([`B1 a length of ${size}; 7`]);
  expect(head({ 'Content-Length': '7', 'Content-Encoding': 'br' })).toEqual([]);
  expect(head({}, 'body')).toEqual(['B1 no body; 4 bytes']);
});

test('a part of it is its first bytes, as far as there are any, and says where they lie', () => {
  const range = (said: string, body: Uint8Array, of: BesideExpected = part) =>
    told(of, replyOf(206, headers({ 'Content-Range': said }), body));
  const ten = content.subarray(0, 10);
  expect(range(`bytes 0-9/${size}`, ten)).toEqual([]);
  expect(range(`bytes 0-9/*`, ten)).toHaveLength(1);
  expect(range(`bytes 0-10/${size}`, ten)).toHaveLength(1);
  expect(range(`bytes 0-9/${size}`, content.subarray(0, 9))).toEqual(['B1 10 bytes; 9']);
  expect(range(`bytes 0-9/${size}`, content.subarray(1, 11))).toEqual([
    `B1 the first bytes of ${file}; others`,
  ]);
  const small = { kind: 'part', file: 'bulk/small.gz', bytes: 10 } as const;
  expect(range('bytes 0-2/3', Buffer.of(0x1f, 0x8b, 0), small)).toEqual([]);
});

test('for a part, also behind the end, the whole file may come', () => {
  expect(told(part, replyOf(200, good, content))).toEqual([]);
  expect(told(part, replyOf(416, good))).toEqual(['B1 status 200 or 206; status 416']);
  const past = { kind: 'past-end', file } as const;
  expect(told(past, replyOf(416, good))).toEqual([]);
  expect(told(past, replyOf(200, good, content))).toEqual([]);
  expect(told(past, replyOf(206, good))).toHaveLength(1);
});

test('what is refused may be refused in any of its ways, and a preflight answered in either', () => {
  const refused = { kind: 'refused', statuses: [403, 404] } as const;
  expect(told(refused, replyOf(403))).toEqual([]);
  expect(told(refused, replyOf(200))).toEqual(['B1 status 403 or 404; status 200']);
  const ask = (changes: Record<string, string>, status: number) =>
    told({ kind: 'preflight' }, replyOf(status, { ...bulkPreflightHeaders, ...changes }));
  expect(ask({}, 204)).toEqual([]);
  expect(ask({ 'Access-Control-Allow-Headers': '*' }, 200)).toEqual([]);
  expect(ask({ 'Access-Control-Allow-Methods': 'GET' }, 204)).toHaveLength(1);
  expect(ask({ 'Access-Control-Allow-Origin': 'null' }, 204)).toHaveLength(1);
});

describe('a file of the pages for people', () => {
  const kept = (value: string) => replyOf(200, { 'Cache-Control': value }, content);
  const lasting = { kind: 'lasting', file } as const;
  const fresh = { kind: 'fresh', file } as const;

  test('with a hash in its name may be kept for good', () => {
    expect(told(lasting, kept('public, max-age=31536000, immutable'))).toEqual([]);
    expect(told(lasting, kept('public, max-age=300'))).toEqual([
      'M5 Cache-Control: public, max-age=31536000, immutable; "public, max-age=300"',
    ]);
    const others = replyOf(200, { 'Cache-Control': 'public, max-age=31536000, immutable' }, 'x');
    expect(told(lasting, others)).toEqual([`B1 the published ${file}; other bytes`]);
  });

  test.each([
    ['web/code/a-1.js', 'text/javascript; charset=utf-8', []],
    ['web/code/a-1.js', 'application/javascript', []],
    ['web/code/a-1.css', 'TEXT/CSS', []],
    ['web/code/a-1.js', 'text/plain', ['B1 Content-Type: text/javascript; text/plain']],
    ['web/code/a-1.css', undefined, ['B1 Content-Type: text/css; no such header']],
  ])('%s as %s is run by browsers or not', (code, type, wrong) => {
    const cached = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    const reply = replyOf(200, type === undefined ? cached : { ...cached, 'Content-Type': type });
    expect(told({ kind: 'lasting', file: code }, reply, 'HEAD')).toEqual(wrong);
  });

  test('without one is asked for each time, in whatever words the host says so', () => {
    for (const value of ['no-cache', 'public, max-age=0, must-revalidate', 'no-store']) {
      expect(told(fresh, kept(value))).toEqual([]);
    }
    expect(told(fresh, kept('public, max-age=31536000, immutable'))).toEqual([
      'M5 Cache-Control: no-cache, or max-age=0; "public, max-age=31536000, immutable"',
    ]);
    expect(told(fresh, replyOf(404, {}, ''))).toEqual(['B1 status 200; status 404']);
  });
});
