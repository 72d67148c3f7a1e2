import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src/contract/links.ts';
import { previewUrl } from '../../../src/preview/server.ts';

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
