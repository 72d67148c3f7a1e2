import { expect, test } from 'vitest';
import type { Release } from '../../../src/contract/release.ts';
import { welcomePage } from '../../../src/site/welcomePage.ts';

const collections: Release['collections'] = {
  genes: { count: 12_345, page_size: 100, pages: 124 },
  phages: { count: 1, page_size: 100, pages: 1 },
};

const { path, bytes } = welcomePage({ collections, views: ['clusters'], bulk: ['tsv'] });
const html = Buffer.from(bytes).toString();

test('the page lies at the root of the site', () => {
  expect(path).toBe('index.html');
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
});

test('it says how much there is', () => {
  expect(html).toContain('<a href="api/genes/">api/genes/</a>: 12,345 genes on 124 pages</li>');
  expect(html).toContain('<a href="api/phages/">api/phages/</a>: 1 phage on 1 page</li>');
});

test('it says where all addresses are named, and which views there are', () => {
  expect(html).toContain('<a href="api/">api/</a> names every address, among them clusters.');
  const without = Buffer.from(welcomePage({ collections, views: [], bulk: [] }).bytes).toString();
  expect(without).toContain('<a href="api/">api/</a> names every address.</p>');
});

test('it leads to the bulk files where there are any', () => {
  expect(html).toContain('<a href="bulk/index.json">');
  const without = Buffer.from(welcomePage({ collections, views: [], bulk: [] }).bytes).toString();
  expect(without).not.toContain('bulk');
});

test('every link is relative, so that the page works wherever the site lies', () => {
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
  expect(links).toEqual([
    'api/genes/',
    'api/phages/',
    'api/',
    'openapi.json',
    'bulk/index.json',
    'schemas/gene.schema.json',
    'schemas/phage.schema.json',
  ]);
});

test('there is no script in it, and nothing is loaded', () => {
  expect(html).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=/);
});
