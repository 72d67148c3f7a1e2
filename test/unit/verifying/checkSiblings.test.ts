import { expect, test } from 'vitest';
import type { Release } from '../../../src/contract/release.ts';
import { checkSiblings } from '../../../src/verifying/release.ts';
import { createKeptLog } from './keptLog.ts';
import { manifestOf, releaseWith } from './manifestOf.ts';

const [large, small] = ['x'.repeat(1000), 'x'.repeat(999)];

function told(files: Record<string, string>, changes: Partial<Release> = {}): string[] {
  const { log, failures } = createKeptLog();
  checkSiblings(releaseWith({ precompress: ['gzip', 'br'], ...changes }), manifestOf(files), log);
  return failures.map(({ address, found }) => `${address}: ${found}`);
}

test('every large file has its siblings, and no small one', () => {
  expect(told({ 'a.json': large, 'a.json.gz': 'z', 'a.json.br': 'z', 'b.json': small })).toEqual(
    [],
  );
  expect(told({ 'a.json': large, 'a.json.gz': 'z' })).toEqual(['a.json.br: no such file']);
  expect(told({ 'a.json': large })).toHaveLength(2);
  expect(told({ 'b.json': small, 'b.json.br': 'z' })).toEqual(['b.json.br: a file']);
});

test('only the forms that were chosen are there', () => {
  const files = { 'a.json': large, 'a.json.gz': 'z' };
  expect(told(files, { precompress: ['gzip'] })).toEqual([]);
  expect(told(files, { precompress: ['br'] })).toEqual([
    'a.json.br: no such file',
    'a.json.gz: a file',
  ]);
  expect(told(files, { precompress: [] })).toEqual(['a.json.gz: a file']);
});

test('a file whose name ends like that of a sibling, with nothing beside it, is content', () => {
  expect(told({ 'a.gz': small })).toEqual([]);
  expect(told({ 'a.gz': large, 'a.gz.gz': 'z', 'a.gz.br': 'z' })).toEqual([]);
});

test('bulk files, the publisher’s own files and settings of hosts have none', () => {
  const files = { 'bulk/x.tsv': large, 'about/x.html': large, _headers: large, '.htaccess': large };
  expect(told(files, { static: ['about/'] })).toEqual([]);
  expect(told({ _headers: large, '_headers.gz': 'z' })).toEqual(['_headers.gz: a file']);
  expect(told({ 'about/x.html': large })).toHaveLength(2);
});
