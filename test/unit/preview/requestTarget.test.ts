import { expect, test } from 'vitest';
import { parseRequestTarget } from '../../../src/preview/requestTarget.ts';

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
