import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { basePath, parseBaseUrl } from '../../../src/contract/links.ts';

test.each([
  ['https://example.org', 'https://example.org', ''],
  ['https://example.org/', 'https://example.org', ''],
  ['https://example.org/phages', 'https://example.org/phages', '/phages'],
  ['https://example.org/phages/', 'https://example.org/phages', '/phages'],
  ['https://example.org/a/b/', 'https://example.org/a/b', '/a/b'],
  ['https://example.org/Phages', 'https://example.org/Phages', '/Phages'],
  ['HTTPS://Example.ORG/Phages', 'https://example.org/Phages', '/Phages'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', ''],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x', '/x'],
  ['https://example.org:443/', 'https://example.org', ''],
  ['http://example.org:443', 'http://example.org:443', ''],
  ['https://example.org/a/./b/../c', 'https://example.org/a/c', '/a/c'],
  [
    'https://bücher.example/größe',
    'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe',
    '/gr%C3%B6%C3%9Fe',
  ],
  ['https://example.org/a@b:c', 'https://example.org/a@b:c', '/a@b:c'],
])('%j is the base URL %j with the path prefix %j (A1)', (text, baseUrl, prefix) => {
  expect(parseBaseUrl(text)).toEqual({ ok: true, baseUrl });
  expect(basePath(baseUrl)).toBe(prefix);
});

test.each([
  ['', 'does not start with http:// or https://'],
  ['example.org', 'does not start with http:// or https://'],
  ['/phages', 'does not start with http:// or https://'],
  ['//example.org', 'does not start with http:// or https://'],
  ['http:example.org', 'does not start with http:// or https://'],
  ['http:/example.org', 'does not start with http:// or https://'],
  ['ftp://example.org', 'does not start with http:// or https://'],
  ['file:///srv/site', 'does not start with http:// or https://'],
  ['https://', 'has no host'],
  ['https:///example.org', 'has no host'],
  ['https://example.org?', 'has a query'],
  ['https://example.org/?x=1', 'has a query'],
  ['https://example.org#', 'has a fragment'],
  ['https://example.org/#top', 'has a fragment'],
  ['https://me@example.org', 'has a user name or password'],
  ['https://me:secret@example.org/', 'has a user name or password'],
  ['https://@example.org', 'has a user name or password'],
  [' https://example.org', 'contains white space or a control character'],
  ['https://example.org\n', 'contains white space or a control character'],
  ['https://exa\tmple.org', 'contains white space or a control character'],
  ['https://example.org/a b', 'contains white space or a control character'],
  ['https://example.org/a\u0000b', 'contains white space or a control character'],
  ['https://example.org\\phages', 'contains a backslash'],
  ['https://example.org/phages//', 'has an empty path segment (a doubled slash)'],
  ['https://example.org//phages', 'has an empty path segment (a doubled slash)'],
  ['https://example.org/100%', 'has a malformed percent escape'],
  ['https://example.org:99999', 'is not a valid URL'],
  ['https://exa<mple.org', 'is not a valid URL'],
  ['https://[::1', 'is not a valid URL'],
])('%j is refused: it %s (A1)', (text, reason) => {
  expect(parseBaseUrl(text)).toEqual({ ok: false, reason });
});

test('a base URL once read is read as itself, and links after it stay absolute (A1)', () => {
  const texts = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: 'binary' }).map((s) => `http://a.b/${s}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const first = parseBaseUrl(text);
      if (!first.ok) return;
      expect(parseBaseUrl(first.baseUrl)).toEqual(first);
      expect(first.baseUrl.endsWith('/')).toBe(false);
      expect(new URL(`${first.baseUrl}/api/`).href).toBe(`${first.baseUrl}/api/`);
      expect(new URL(`${first.baseUrl}/api/`).pathname).toBe(`${basePath(first.baseUrl)}/api/`);
    }),
  );
});
