import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src/contract/links.ts';
import { answerUnparsed, previewUrl } from '../../../src/preview/server.ts';

const answerTo = (code: string, packet: string) => {
  const socket = new PassThrough();
  const rawPacket = Buffer.from(packet);
  answerUnparsed(Object.assign(new Error(code), { code, rawPacket }), socket);
  return text(socket);
};

test('a method that the parser does not know is not allowed, by its name', async () => {
  const answer = await answerTo(
    'HPE_INVALID_METHOD',
    'FOO /api/genes/ HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, OPTIONS\r\n/);
  expect(answer).toContain('\r\nCache-Control: no-store\r\n');
  expect(answer).toMatch(/\r\n\r\n\{"detail":"Method \\"FOO\\" not allowed."\}$/);
});

test.each([
  ['HPE_INVALID_METHOD', '\u0016\u0003\u0001', '400 Bad Request'],
  ['HPE_INVALID_METHOD', '"x" / HTTP/1.1\r\n', '400 Bad Request'],
  ['HPE_INVALID_URL', 'GET x HTTP/1.1\r\n', '400 Bad Request'],
  ['HPE_HEADER_OVERFLOW', 'GET / HTTP/1.1\r\n', '431 Request Header Fields Too Large'],
])('%s of %j is a %s in JSON', async (code, packet, status) => {
  const answer = await answerTo(code, packet);
  expect(answer.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
  expect(answer).toMatch(/\r\n\r\n\{"detail":"[A-Za-z ]+\."\}$/);
});

test('a client that is gone is answered nothing', async () => {
  expect(await answerTo('ECONNRESET', '').catch(() => '')).toBe('');
});

test.each([
  ['127.0.0.1', 8080, 'http://127.0.0.1:8080'],
  ['localhost', 80, 'http://localhost'],
  ['LocalHost', 8080, 'http://localhost:8080'],
  ['::1', 8080, 'http://[::1]:8080'],
  ['0.0.0.0', 8080, 'http://127.0.0.1:8080'],
  ['::', 8080, 'http://[::1]:8080'],
])('a preview on %s, port %i, is reached at %s', (address, port, url) => {
  expect(previewUrl(address, port)).toBe(url);
  expect(parseBaseUrl(url)).toEqual({ ok: true, baseUrl: url });
});
