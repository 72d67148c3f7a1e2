import { describe, expect, test } from 'vitest';
import {
  areStaticTops,
  isStatic,
  staticTops,
  unfitStaticReason,
} from '../../../src/contract/aliases.ts';

const plain = { phageAliases: false, pages: false, html: false, bulk: [] };

describe('a file of the publisher', () => {
  test.each([
    'CNAME',
    'robots.txt',
    'favicon.ico',
    'googleabc123.html',
    '404.html',
    '.nojekyll',
    '.well-known/security.txt',
    'assets/img/My photo é.jpg',
    'docs/index.html',
    'docs/api/index.json',
    'data.csv.gz',
  ])('may be %s', (path) => {
    expect(unfitStaticReason(path, plain)).toBeNull();
  });

  test.each([
    ['api/x', 'has the path of a file of the site'],
    ['API', 'has the path of a file of the site'],
    ['bulk/mine.txt', 'has the path of a file of the site'],
    ['packs/mine.txt', 'has the path of a file of the site'],
    ['Index.html', 'has the path of a file of the site'],
    ['index.json', 'has the path of a file of the site'],
    ['release.json.gz', 'has the path of a file of the site'],
    ['_headers', 'begins with _'],
    ['_worker.js', 'begins with _'],
    ['assets/_x', 'begins with _'],
    ['.htaccess', 'is hidden'],
    ['.env', 'is hidden'],
    ['.git/config', 'is hidden'],
    ['.well-known/.secret', 'is hidden'],
    ['assets/.DS_Store', 'is hidden'],
    ['a b.txt', 'begins with a name of other signs'],
    ['é.txt', 'begins with a name of other signs'],
    ['con.txt', 'is a device name'],
    ['assets/a\\b', 'contains a slash'],
    ['../x', 'means a folder'],
  ])('may not be %s', (path, reason) => {
    expect(unfitStaticReason(path, plain)).toContain(reason);
  });
});

test('aliases/ is the site’s own only where phages answer by other names', () => {
  const withAliases = { phageAliases: true, pages: false, html: false, bulk: [] };
  expect(unfitStaticReason('aliases/x.json', plain)).toBeNull();
  expect(unfitStaticReason('Aliases/x.json', withAliases)).toContain('a file of the site');
  expect(areStaticTops(['aliases/'], plain)).toBe(true);
  expect(areStaticTops(['aliases/'], withAliases)).toBe(false);
});

test('folders of pages that need no script are those of the site, if it has such pages', () => {
  const withHtml = { ...plain, pages: true, html: true };
  for (const path of ['phages/a.txt', 'Clusters/b/index.html']) {
    expect(unfitStaticReason(path, withHtml)).toMatch(/which --no-html leaves out$/);
    expect(unfitStaticReason(path, plain)).toBeNull();
  }
  expect(unfitStaticReason('sitemaps/1.xml', withHtml)).toBe('has the path of a file of the site');
  for (const path of ['robots.txt', 'sitemap.xml'])
    expect(unfitStaticReason(path, withHtml)).toBeNull();
});

test('web/ is the site’s own only where it has pages', () => {
  const withPages = { phageAliases: false, pages: true, html: false, bulk: [] };
  expect(unfitStaticReason('web/x.js', plain)).toBeNull();
  expect(unfitStaticReason('Web/x.js', withPages)).toContain('a file of the site');
});

test('what lies at the top is told once, folders with a slash, and known again', () => {
  const tops = staticTops(['robots.txt', 'assets/b', 'assets/a/c', '.well-known/x']);
  expect(tops).toEqual(['.well-known/', 'assets/', 'robots.txt']);
  expect(areStaticTops(tops, plain)).toBe(true);
  expect(isStatic('assets/a/c', tops)).toBe(true);
  expect(isStatic('robots.txt', tops)).toBe(true);
  expect(isStatic('assets', tops)).toBe(false);
  expect(isStatic('api/genes/index.json', tops)).toBe(false);
});

test('a release cannot claim what the site has itself', () => {
  for (const top of ['api/', 'bulk/', 'index.html', '_headers', 'a/b', 3, '']) {
    expect(areStaticTops([top], plain), String(top)).toBe(false);
  }
  expect(areStaticTops('CNAME', plain)).toBe(false);
});
