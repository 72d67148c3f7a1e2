import { expect, test } from 'vitest';
import { parseRequestTarget, pathAndQuery, targetBelow } from '../../../src/contract/route.ts';

test.each([
  ['/api/genes/', '/api/genes/', ''],
  ['/api/genes/?page=2', '/api/genes/', 'page=2'],
  ['/api/genes/?', '/api/genes/', ''],
  ['/api/genes/?a?b', '/api/genes/', 'a?b'],
  ['http://example.org/api/?x', '/api/', 'x'],
  ['HTTPS://example.org:8080/api/', '/api/', ''],
  ['http://example.org', '/', ''],
  ['http://example.org?x', '/', 'x'],
  ['http://[/api/?x', '/api/', 'x'],
  ['//a@[/?x', '//a@[/', 'x'],
  ['/http://example.org/', '/http://example.org/', ''],
  ['/%00/.././/', '/%00/.././/', ''],
  ['*', '*', ''],
  ['/api/#top', '/api/#top', ''],
])('%j has the path %j and the query %j', (target, path, query) => {
  expect(parseRequestTarget(target)).toEqual({ path, query });
});

test.each([
  ['', 'https://example.org/api/?page=2', '/api/', 'page=2'],
  ['', 'https://example.org', '/', ''],
  ['', 'https://example.org?x#y', '/', 'x'],
  ['/a', 'https://example.org/a/api//%2E./', '/api//%2E./', ''],
  ['/a', 'https://example.org/a/', '/', ''],
  ['/a', 'https://example.org/a', '/a', ''],
  ['/a', 'https://example.org/api/', '/api/', ''],
  ['/a', 'https://example.org/a/api/#top?', '/api/', ''],
])('below %j, %s has the path %j and the query %j', (prefix, url, path, query) => {
  expect(targetBelow(prefix, url)).toEqual({ path, query });
});

test.each(['/', '/api/?page=2', '/a?b?c'])('%s is put together again', (target) => {
  expect(pathAndQuery(parseRequestTarget(target))).toBe(target);
});
