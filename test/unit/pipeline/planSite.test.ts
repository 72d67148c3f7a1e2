import { describe, expect, test } from 'vitest';
import {
  assertHostsCouldServe,
  type PlannedOptions,
  planSite,
  withCollections,
} from '../../../src/pipeline/planSite.ts';
import type { DataIntake } from '../../../src/pipeline/readSources.ts';
import {
  perList,
  perCollection,
  collectionNames,
  requiredNames,
} from '../../../src/contract/collectionName.ts';
import { viewNames } from '../../../src/contract/routes.ts';
import { countEntries } from '../../../src/sinks/planViews.ts';
import { siteOptionsWith } from './someOptions.ts';

/** What a site comes to with 21 genes of 3 phages and 11 phams. */
function plan(changes: Partial<PlannedOptions> = {}, genomes: number | null = null) {
  const entries = { genesbyphage: 3, phams: 11 };
  const collections = {
    features: { count: 3, runs: [] },
    genes: { count: 21, runs: [{ blocks: [{ bytes: 6000 }, { bytes: 4000 }] }] },
    phages: { count: 0, runs: [] },
  };
  const intake = {
    collections,
    genomes,
    entries: { ...countEntries(null), ...entries },
  } as unknown as DataIntake;
  return planSite(intake, siteOptionsWith(changes));
}

const noBulk = { whole: 0, ofPhages: 0, ofGenomes: 0, ofFamilies: 0 };

describe('a site that is planned', () => {
  test('has pages by the size of each list, and one of an empty list', () => {
    expect(plan().lastPages).toEqual({ ...perList(() => 0), genes: 3, phages: 1, phams: 2 });
    const pageSizes = { ...perList(() => 2), genes: 21, phages: 1, phams: 1 };
    expect(plan({ pageSizes }).lastPages).toEqual({
      ...perList(() => 0),
      genes: 1,
      phages: 1,
      phams: 11,
    });
  });

  test('has pages of further sizes where these are offered, and less in bytes than is in its runs', () => {
    expect(plan().pageSets).toEqual({});
    const { leastBytes, pageSets } = plan({ furtherSizes: { genes: ['all'], features: [1] } });
    expect(pageSets).toEqual({
      genes: [
        { name: null, size: 10, lastPage: 3 },
        { name: 'all', size: 21, lastPage: 1 },
      ],
    });
    expect(leastBytes).toEqual({ ...perList(() => 0), genes: 9000, phams: 440 });
  });

  test('has features where they are among its collections, and their view with them', () => {
    const all = { collections: collectionNames, bulk: ['tsv'] } as const;
    expect(plan(all)).toMatchObject({ lastPages: { features: 2 }, bulk: { whole: 5 } });
    const options = siteOptionsWith({ views: viewNames });
    expect(
      withCollections(options, { collections: requiredNames, hasGenomes: false }).views,
    ).not.toContain('featuresbyphage');
    const found = { collections: collectionNames, hasGenomes: true };
    expect(withCollections(options, found)).toMatchObject({
      collections: collectionNames,
      views: viewNames,
    });
  });

  test('has files of genomes where its data has genomes: three of each, and four of all', () => {
    const found = { collections: requiredNames, hasGenomes: true };
    const options = siteOptionsWith({ bulk: ['tsv', 'genomes'] });
    expect(withCollections(options, found).bulk).toEqual(['tsv', 'genomes']);
    expect(withCollections(options, { ...found, hasGenomes: false }).bulk).toEqual(['tsv']);
    expect(plan({ bulk: ['genomes'] }, 5).bulk).toEqual({ ...noBulk, whole: 6, ofGenomes: 5 });
    expect(plan({ bulk: ['tsv'] }, 5).bulk.ofGenomes).toBe(0);
  });

  test('has phams and lists of genes only where they are published', () => {
    expect(plan({ views: ['genesbyphage', 'clusters', 'phams'] }).entries).toEqual([
      ['genesbyphage', 3],
      ['clusters', 0],
      ['phams', 11],
    ]);
    expect(plan({ views: ['genesbyphage'] })).toMatchObject({
      entries: [['genesbyphage', 3]],
      lastPages: { phams: 0 },
    });
  });

  test.each<[bulk: PlannedOptions['bulk'], files: Partial<typeof noBulk>]>([
    [[], {}],
    // Two of a format, and two that describe them.
    [['tsv'], { whole: 4 }],
    [['tsv', 'fasta', 'phages'], { whole: 5, ofPhages: 6 }],
    [['phages'], { whole: 2, ofPhages: 6 }],
    [['phagesdb'], { whole: 4, ofFamilies: 11 }],
  ])('has so many bulk files where these are %j: %j', (bulk, files) => {
    expect(plan({ bulk }).bulk).toEqual({ ...noBulk, ...files });
  });

  test('has files of genes only where they are wanted', () => {
    expect(plan({ geneFiles: false }).recordFiles).toEqual({
      ...perCollection(() => false),
      phages: true,
    });
  });
});

test('the files of hosts are known before any record is read', () => {
  const files = (changes: Partial<PlannedOptions>) =>
    assertHostsCouldServe({ ...siteOptionsWith(changes), out: '/site' });
  expect(files({})).toEqual([]);
  expect(files({ hosts: ['nginx'] })).toEqual([]);
  expect(files({ hosts: ['apache'] })).toContain('.htaccess');
});
