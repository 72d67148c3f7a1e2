import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkCompressed } from '../../../../src/verifying/service/checkTableRow.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf } from '../manifestOf.ts';
import { replyOf, serviceWith } from './someReplies.ts';

const page = 'a page of a list';

function told(encoding: string | undefined, body: string | Uint8Array, vary = 'Accept-Encoding') {
  const { log, failures } = createKeptLog();
  const headers = {
    Vary: vary,
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  };
  const service = serviceWith({ manifest: manifestOf({ 'x.json': page }) });
  const isRight = (file: string, bytes: Buffer) => file === 'x.json' && bytes.toString() === page;
  const reply = replyOf(200, headers, body);
  checkCompressed('x.json', isRight, service, { reply, address: 'here', log });
  return failures.map(({ clause, found }) => `${clause} ${found}`);
}

test('whatever a host packs comes out as it went in', () => {
  expect(told('gzip', gzipSync(page))).toEqual([]);
  expect(told('br', brotliCompressSync(page))).toEqual([]);
  expect(told(undefined, page)).toEqual([]);
  expect(told('identity', page)).toEqual([]);
});

test('other bytes, and bytes that cannot be unpacked, are reported', () => {
  expect(told('gzip', gzipSync('another page'))).toEqual(['M6 the body another page']);
  expect(told(undefined, '')).toEqual(['M6 no body']);
  expect(told('gzip', page)).toEqual(['M6 gzip that cannot be unpacked']);
  expect(told('br', gzipSync(page))).toEqual(['M6 br that cannot be unpacked']);
  expect(told('zstd', page)).toEqual(['M6 zstd that cannot be unpacked']);
});

test('only an answer that is packed has to say that it varies', () => {
  expect(told('gzip', gzipSync(page), 'Accept')).toEqual(['M1 "Accept"']);
  expect(told('identity', page, 'Accept')).toEqual([]);
  expect(told(undefined, page, 'Accept')).toEqual([]);
});

test('a small answer that unpacks to no end is not unpacked to its end', () => {
  const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
  expect(told('gzip', bomb)).toEqual(['M6 gzip that cannot be unpacked']);
});
