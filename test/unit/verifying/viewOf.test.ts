import { expect, test } from 'vitest';
import { viewAt, viewOf } from '../../../src/verifying/siteManifest.ts';

test.each([
  ['api/clusters/index.json', 'clusters'],
  ['api/clusters/A/index.json', 'clusters'],
  ['api/clusters/A/phagelist/index.json', 'clusters'],
  ['api/clusters/A/phagelist/index.json.gz', 'clusters'],
  ['api/genesbyphage/Mr Spaced/index.json.br', 'genesbyphage'],
  ['api/phams/7/index.json', 'phams'],
  ['api/phams/index.json', 'phams'],
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
