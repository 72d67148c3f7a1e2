/** An index with a value of every kind in it. */
import { perCollection } from '../../../src/contract/collectionName.ts';
import type { CachedSite, CacheIndex } from '../../../src/pipeline/cacheIndex.ts';
import { releaseOf } from '../publishing/siteFolder.ts';

export const exampleRelease = releaseOf({
  collections: {
    genes: { count: 2, page_size: 1, pages: 2 },
    phages: { count: 0, page_size: 1, pages: 1 },
  },
});

export const exampleSite: CachedSite = {
  siteKey: { records: 'records', pages: 'pages', about: 'about' },
  discovered: 'dd',
  dataKey: 'data key',
  release: exampleRelease,
  publishedAtMs: 1_700_000_000_123.25,
  discoveredAtMs: 1_700_000_000_000,
  firstKeys: { ...perCollection(() => []), genes: ['é🧬\u2028"', 'z'] },
  notesHash: 'ab',
  findings: [
    { rule: 'gene-phage-known', file: 'a', line: 3, pointer: '/x', expected: 'e', found: 'f' },
    {
      rule: 'gene-length',
      kind: 'in-two-parts',
      file: 'a',
      line: 4,
      pointer: '/Length',
      expected: 'e',
      found: 'f',
    },
  ],
  uncounted: [
    ['gene-phage-known', 7],
    ['through-the-origin', 3],
  ],
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
      pieces: [
        {
          file: 'data/genes/a.ndjson',
          start: 0,
          end: 9,
          bytes: 9,
          mtimeMs: 1.0625,
          ctimeMs: 2.0625,
          ino: 7,
          hash: 'aa',
        },
      ],
    },
  ],
  published: exampleSite,
};
