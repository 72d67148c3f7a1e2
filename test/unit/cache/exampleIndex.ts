/** An index with a value of every kind in it. */
import type { CachedSite, CacheIndex } from '../../../src/cache/cacheIndex.ts';
import type { Release } from '../../../src/contract/release.ts';

export const exampleRelease: Release = {
  program: 'phagepress',
  version: '1.2.3',
  release: 'abc',
  base_url: 'https://phages.example',
  links: 'query',
  max_age: 300,
  gene_files: true,
  views: [],
  bulk: [],
  collections: {
    genes: { count: 2, page_size: 1, pages: 2 },
    phages: { count: 0, page_size: 1, pages: 1 },
  },
  schemas: [],
};

export const exampleSite: CachedSite = {
  siteKey: 'site key',
  release: exampleRelease,
  files: 3,
  bytes: 1234,
  publishedAtMs: 1_700_000_000_123.25,
  firstKeys: { genes: ['é🧬\u2028"', 'z'], phages: [] },
  notesHash: 'ab',
  counts: { genes: 2, phages: 0 },
  findings: [
    { rule: 'gene-phage-known', file: 'a', line: 3, pointer: '/x', expected: 'e', found: 'f' },
  ],
  uncounted: [['gene-phage-known', 7]],
};

export const exampleIndex: CacheIndex = {
  intakeKey: 'key',
  bundles: [
    {
      id: 'one',
      collection: 'genes',
      count: 2,
      blocks: [{ offset: 0, bytes: 100, count: 2, crc: 4_294_967_295, firstKey: 'é🧬\u2028"' }],
      factsHash: 'ff',
      pieces: [{ file: 'genes/a.ndjson', start: 0, end: 9, bytes: 9, mtimeMs: 1.0625, hash: 'aa' }],
    },
  ],
  published: exampleSite,
};
