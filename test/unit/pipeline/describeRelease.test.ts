import { expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { describeRelease } from '../../../src/pipeline/stageSite.ts';
import type { PublishOptions } from '../../../src/pipeline/settings.ts';
import { optionsOf, parseRelease, renderRelease } from '../../../src/contract/release.ts';
import { checkRelease } from '../../../src/verifying/release.ts';
import { createKeptLog } from '../verifying/keptLog.ts';
import { siteOptionsWith } from './someOptions.ts';

function describe(changes: Partial<PublishOptions> = {}, staticTops: readonly string[] = []) {
  const options = siteOptionsWith(changes);
  const counts = { ...perList(() => 0), genes: 21, phams: 10 };
  const lastPages = {
    ...perList(() => 0),
    genes: 3,
    phages: 1,
    phams: options.views.includes('phams') ? 1 : 0,
  };
  const release = describeRelease(
    { counts, lastPages },
    options,
    ['schema'],
    ['gene-length'],
    staticTops,
  );
  return { ...release, release: 'a'.repeat(64) };
}

test('what is described can be written, read back, and is found right by verify', () => {
  const changes: Partial<PublishOptions> = {
    hosts: ['vercel', 'apache', 'nginx'],
    precompress: ['br', 'gzip'],
    caseInsensitiveNames: true,
    phageAliases: true,
    spreadsheetSafe: true,
    releaseDate: '2026-01-01',
  };
  for (const release of [
    describe(),
    describe(changes, ['about/']),
    describe({ views: [], bulk: [] }),
  ]) {
    expect(parseRelease(renderRelease(release))).toEqual(release);
    const { log, failures } = createKeptLog();
    checkRelease(release, { manifestHash: null, expected: null }, 'r', log);
    expect(failures).toEqual([]);
  }
});

test('the options can be read back', () => {
  const changes = [
    {},
    {
      about: { title: 'Phages of a lab', contact: 'lab@example.org' },
      baseUrl: 'https://example.com/phages',
      links: 'path',
      maxAge: 7,
      geneFiles: false,
      caseInsensitiveNames: true,
      phageAliases: true,
      pages: true,
      views: [],
      bulk: [],
      spreadsheetSafe: true,
      genomesFile: 'All.fasta',
      fieldNames: { Notes: 'notes' },
      furtherSizes: { genes: [100, 'all'] },
    },
  ] satisfies Partial<PublishOptions>[];
  for (const change of changes) {
    const options = siteOptionsWith({ genomesFile: null, ...change });
    // The page sizes of lists that are not published are not said.
    const { pageSizes, ...read } = optionsOf(describe(change));
    expect({ ...options, ...read }).toEqual(options);
    expect(pageSizes.genes).toBe(options.pageSizes.genes);
  }
});

test('hosts and compressions come in one order, whatever theirs was', () => {
  const one = describe({ hosts: ['vercel', 'nginx'], precompress: ['br', 'gzip'] });
  expect(one).toEqual(describe({ hosts: ['nginx', 'vercel'], precompress: ['gzip', 'br'] }));
});

test('lists are counted, and an empty one has a page', () => {
  expect(describe().collections).toEqual({
    genes: { count: 21, page_size: 10, pages: 3 },
    phages: { count: 0, page_size: 10, pages: 1 },
    phams: { count: 10, page_size: 10, pages: 1 },
  });
  expect(describe({ views: [] }).collections).not.toHaveProperty('phams');
});

test('what was not asked for is not spoken of', () => {
  for (const name of [
    'release_date',
    'case_insensitive_names',
    'phage_aliases',
    'spreadsheet_safe',
    'static',
  ]) {
    expect(describe()).not.toHaveProperty(name);
  }
});
