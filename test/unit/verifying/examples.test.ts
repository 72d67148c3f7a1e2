import { expect, test } from 'vitest';
import { exampleBulk, examplePages, exampleViews } from '../../../src/verifying/siteManifest.ts';
import { manifestOf, manifestOfPaths } from './manifestOf.ts';

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
