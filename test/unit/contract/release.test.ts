import { expect, test } from 'vitest';
import { parseRelease, renderRelease } from '../../../src/contract/release.ts';
import { releaseOf } from '../publishing/siteFolder.ts';

const release = releaseOf({
  release_date: '2026-01-31',
  views: ['genesbyphage', 'host_species'],
  bulk: ['ndjson', 'phages'],
  collections: {
    phages: { count: 5, page_size: 2, pages: 3 },
    genes: { count: 0, page_size: 2, pages: 1 },
  },
  schemas: ['https://example.org/schemas/gene.schema.json'],
});

test('it is written in one order, whatever that of its members is, and without more', () => {
  const turned = Object.fromEntries(Object.entries({ ...release, more: 1 }).toReversed());
  const text = renderRelease(parseRelease(JSON.stringify(turned))!);
  expect(text).toBe(renderRelease(release));
  expect(parseRelease(text)).toEqual(release);
  expect(Object.keys(JSON.parse(text) as object).at(-1)).toBe('release');
});

test('what was written before there were views, bulk files and kinds of links is read as such', () => {
  const { links: _links, views: _views, bulk: _bulk, ...old } = release;
  const read = parseRelease(JSON.stringify(old));
  expect(read).toEqual({ ...old, links: 'query', views: [], bulk: [] });
});

test('what was written before it said what was allowed, and for which hosts, is read as such', () => {
  const { allowed: _allowed, hosts: _hosts, precompress: _precompress, ...old } = release;
  expect(parseRelease(JSON.stringify(old))).toEqual(release);
});

test.each([
  ['broken JSON', '{'],
  ['not an object', '[]'],
  ['null', 'null'],
  ['no release id', JSON.stringify({ ...release, release: undefined })],
  ['a date that is no text', JSON.stringify({ ...release, release_date: 5 })],
  ['another program', JSON.stringify({ ...release, program: 'other' })],
  ['a collection is missing', JSON.stringify({ ...release, collections: { genes: {} } })],
  [
    'a count that is not an integer',
    JSON.stringify({
      ...release,
      collections: { ...release.collections, genes: { count: '5', page_size: 2, pages: 3 } },
    }),
  ],
  ['no base URL', JSON.stringify({ ...release, base_url: null })],
  ['an age that is not an integer', JSON.stringify({ ...release, max_age: '300' })],
  ['views that are no list', JSON.stringify({ ...release, views: null })],
  ['links of a kind that there is not', JSON.stringify({ ...release, links: 'both' })],
  ['bulk files that are no list', JSON.stringify({ ...release, bulk: 'all' })],
  ['a bulk file that there is not', JSON.stringify({ ...release, bulk: ['csv'] })],
  ['a view that there is not', JSON.stringify({ ...release, views: ['genes'] })],
  ['names that match somehow', JSON.stringify({ ...release, case_insensitive_names: 'yes' })],
  ['rules that are no list', JSON.stringify({ ...release, allowed: 'gene-length' })],
  ['hosts that are not names', JSON.stringify({ ...release, hosts: [1] })],
  ['compression that is no list', JSON.stringify({ ...release, precompress: null })],
  ['schemas that are not names', JSON.stringify({ ...release, schemas: [1] })],
])('%s is no release', (_, text) => {
  expect(parseRelease(text)).toBeNull();
});
