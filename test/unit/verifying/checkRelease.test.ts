import { describe, expect, test } from 'vitest';
import type { Release } from '../../../src/contract/release.ts';
import { checkRelease } from '../../../src/verifying/release.ts';
import { createKeptLog } from './keptLog.ts';
import { releaseWith } from './manifestOf.ts';

const id = 'f'.repeat(64);

function told(
  changes: Partial<Release>,
  expectation: { manifestHash?: string | null; expected?: string | null } = {},
): string[] {
  const { log, failures } = createKeptLog();
  const { manifestHash = id, expected = null } = expectation;
  checkRelease(releaseWith(changes), { manifestHash, expected }, 'r', log);
  return failures.map(({ address, found }) => `${address}: ${found}`);
}

test('its id is the hash of the manifest, where there is one', () => {
  expect(told({}, { manifestHash: 'e'.repeat(64) })).toEqual([`r#/release: "${id.slice(0, 59)}…`]);
  expect(told({}, { manifestHash: null })).toEqual([]);
});

test('it is the one that was expected, by the first digits of its id', () => {
  expect(told({}, { expected: 'ffff' })).toEqual([]);
  expect(told({}, { expected: 'fffe' })).toHaveLength(1);
  const other = { release: `e${'f'.repeat(63)}` };
  expect(told(other, { manifestHash: other.release, expected: 'ffff' })).toHaveLength(1);
});

test('names of fields stand there in order, and only where they are other names', () => {
  expect(told({ field_names: { Notes: 'product', Start: 'from' } })).toEqual([]);
  for (const names of [{}, { Start: 'from', Notes: 'x' }, { Notes: 'Notes' }]) {
    expect(told({ field_names: names })).toEqual([expect.stringContaining('r#/field_names')]);
  }
});

test('names that a build would refuse are told, each by its field', () => {
  const members = (names: Record<string, string>) =>
    told({ field_names: names }).map((one) => /#\/([^:]*)/.exec(one)?.[1]);
  expect(members({ Genes: 'genes' })).toEqual(['field_names/Genes']);
  expect(members({ Notes: 'Start' })).toEqual(['field_names/Notes']);
  expect(members({ GeneID: 'a b', Notes: 'constructor' })).toEqual([
    'field_names/GeneID',
    'field_names/Notes',
  ]);
});

test.each([
  'https://example.org/',
  'https://EXAMPLE.org',
  'https://example.org/?x',
  'ftp://example.org',
  '',
])('the base URL %j is none in its canonical form', (base) => {
  expect(told({ base_url: base })).toEqual([expect.stringContaining('r#/base_url')]);
});

test('names of what was chosen are known, in their order, each once', () => {
  expect(told({ precompress: ['br', 'gzip'] })).toEqual(['r#/precompress: "br", "gzip"']);
  expect(told({ precompress: ['gzip', 'gzip'] })).toHaveLength(1);
  expect(told({ hosts: ['unknown'] })).toEqual(['r#/hosts: "unknown"']);
  expect(told({ allowed: ['gene-length', 'schema'] })).toEqual([
    'r#/allowed: "gene-length", "schema"',
  ]);
  expect(told({ allowed: ['gene-id-form', 'gene-length'] })).toEqual([]);
});

test('an age below zero is none', () => {
  expect(told({ max_age: -1 })).toEqual(['r#/max_age: -1']);
});

describe('the pages of a list', () => {
  const genes = (count: number, size: number, pages: number) =>
    told({
      collections: {
        genes: { count, page_size: size, pages },
        phages: { count: 0, page_size: 100, pages: 1 },
      },
    });

  test.each([
    [0, 100, 1],
    [1, 100, 1],
    [100, 100, 1],
    [101, 100, 2],
    [200, 100, 2],
  ])('%i records, %i on a page, are %i pages', (count, size, pages) => {
    expect(genes(count, size, pages)).toEqual([]);
    expect(genes(count, size, pages + 1)).toHaveLength(1);
    expect(genes(count, size, pages - 1)).toHaveLength(1);
  });

  test('are of a size, and hold no fewer than no records', () => {
    expect(genes(0, 0, 1)).toHaveLength(1);
    expect(genes(-1, 100, 1)).toEqual([
      'r#/collections/genes: 1 pages for -1 records, 100 on a page',
    ]);
  });
});
