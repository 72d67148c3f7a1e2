import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escapedPath,
  exampleBulk,
  examplePages,
  exampleViews,
  viewAt,
  viewOf,
} from '../../../src/verifying/siteManifest.ts';
import { manifestOf, manifestOfPaths } from './manifestOf.ts';

test.each([
  ['api/clusters/A/index.json', 'clusters'],
  ['api/clusters/A/phagelist/index.json.gz', 'clusters'],
  ['api/genesbyphage/Mr Spaced/index.json.br', 'genesbyphage'],
  ['api/phams/page/12.json.gz', 'phams'],
])('%s belongs to %s', (file, view) => {
  expect(viewOf(file)).toBe(view);
});

test.each([
  'api/index.json',
  'api/genes/index.json',
  'api/phages/clusters/index.json',
  'api/clusters/A/others/index.json',
  'api/clusters/A/phagelist/x/index.json',
  'api/genesbyphage/index.json',
  'api/phams/page/0.json',
  'api/phams/page/012.json',
  'api/phams/page/1.json.zst',
  'bulk/clusters/index.json',
  'clusters/index.json',
])('%s belongs to none', (file) => {
  expect(viewOf(file)).toBeNull();
});

test('the address of a view has the names in it, and a page of families is no view', () => {
  expect(viewAt('api/clusters/A/phagelist/index.json')).toEqual({
    template: 'clusters/*/phagelist',
    segments: ['clusters', 'A', 'phagelist'],
  });
  expect(viewAt('api/clusters/index.json/index.json')).toMatchObject({ template: 'clusters/*' });
  expect(viewAt('api/phams/page/1.json')).toBeNull();
  expect(viewAt('api/phams/index.json')).toBeNull();
});

test('of each template of views the first is an example', () => {
  const manifest = manifestOfPaths([
    'api/clusters/index.json',
    'api/clusters/B/index.json',
    'api/clusters/A/index.json',
    'api/clusters/A/phagelist/index.json',
    'api/phages/Trixie/index.json',
    'api/phams/page/1.json',
    'api/phams/7/index.json',
  ]);
  expect(exampleViews(manifest).map(({ segments }) => segments.join('/'))).toEqual([
    'clusters/A',
    'clusters/A/phagelist',
    'clusters',
    'phams/7',
  ]);
});

test('of bulk files, the index comes first, and then the smallest of each ending and folder', () => {
  const sized = (bytes: number) => 'x'.repeat(bytes);
  const files = {
    'bulk/index.json': sized(500),
    'bulk/genes.tsv.gz': sized(90),
    'bulk/phages.tsv.gz': sized(10),
    'bulk/genes.parquet': sized(40),
    'bulk/phages/A.faa': sized(70),
    'bulk/phages/B.faa': sized(1),
    'bulk/phages/A.gff3': sized(40),
    'api/bulk/x.json': sized(1),
  };
  expect(exampleBulk(manifestOf(files))).toEqual([
    'bulk/index.json',
    'bulk/genes.parquet',
    'bulk/phages/A.gff3',
    'bulk/phages/A.faa',
    'bulk/genes.tsv.gz',
  ]);
});

test('without an index there are no bulk files; another file that ends like it does not take its place', () => {
  expect(exampleBulk(manifestOfPaths(['bulk/genes.tsv.gz', 'bulk/datapackage.json']))).toEqual([]);
  const manifest = manifestOfPaths(['bulk/datapackage.json', 'bulk/index.json']);
  expect(exampleBulk(manifest)[0]).toBe('bulk/index.json');
});

test('of the pages for people the smallest code of each kind and every index are examples', () => {
  const manifest = manifestOf({
    'web/code/a-1.css': '1',
    'web/code/a-1.js': '12',
    'web/code/b-1.js': '123',
    'web/genes.json': '{}',
    'web/phages.json': '{}',
  });
  const indexes = ['web/genes.json', 'web/phages.json'];
  expect(examplePages(manifest)).toEqual({
    pages: { code: ['web/code/a-1.css', 'web/code/a-1.js'], indexes },
  });
  expect(examplePages(manifestOf({ 'index.html': '' }))).toEqual({});
});

test('an escaped path leads back to the path, and holds nothing that ends it or leads elsewhere', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (path) => {
      const escaped = escapedPath(path) ?? '';
      expect(decodeURIComponent(escaped)).toBe(path);
      expect(escaped).toMatch(/^[A-Za-z0-9\-_.!~*'()%/]*$/);
    }),
  );
});

test('slashes stay, and half of a character has no address', () => {
  expect(escapedPath('api/genes/100%?#/index.json')).toBe('api/genes/100%25%3F%23/index.json');
  expect(escapedPath('api/\ud800/index.json')).toBeNull();
});
