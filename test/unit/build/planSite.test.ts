import { describe, expect, test } from 'vitest';
import { assertHostsCouldServe, planSite } from '../../../src/build/planSite.ts';
import type { DataIntake } from '../../../src/build/readSources.ts';
import type { PublishOptions } from '../../../src/config/settings.ts';
import { countEntries } from '../../../src/views/planViews.ts';
import { siteOptionsWith } from './someOptions.ts';

/** What a site comes to with 21 genes of 3 phages and 11 phams. */
function plan(changes: Partial<PublishOptions> = {}) {
  const entries = { genesbyphage: 3, phams: 11 };
  const collections = { genes: { count: 21 }, phages: { count: 0 } };
  const intake = {
    collections,
    entries: { ...countEntries(null), ...entries },
  } as unknown as DataIntake;
  return planSite(intake, siteOptionsWith(changes));
}

describe('a site that is planned', () => {
  test('has pages by the size of each list, and one of an empty list', () => {
    expect(plan().lastPages).toEqual({ genes: 3, phages: 1, phams: 2 });
    const pageSizes = { genes: 21, phages: 1, phams: 1 };
    expect(plan({ pageSizes }).lastPages).toEqual({ genes: 1, phages: 1, phams: 11 });
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
    expect(plan({ views: ['phams'] }).entries).toEqual([['phams', 11]]);
  });

  test('has so many bulk files: two of a format, two that describe them, two of each phage', () => {
    expect(plan({ bulk: ['tsv'] }).bulk).toEqual({ whole: 4, ofPhages: 0 });
    expect(plan({ bulk: ['phages'] }).bulk).toEqual({ whole: 2, ofPhages: 6 });
    expect(plan({ bulk: ['tsv', 'fasta', 'phages'] }).bulk).toEqual({ whole: 5, ofPhages: 6 });
    expect(plan({ bulk: [] }).bulk).toEqual({ whole: 0, ofPhages: 0 });
  });

  test('has files of genes only where they are wanted', () => {
    expect(plan({ geneFiles: false }).recordFiles).toEqual({ phages: true, genes: false });
  });
});

test('the files of hosts are known before any record is read', () => {
  const files = (changes: Partial<PublishOptions>) =>
    assertHostsCouldServe({ ...siteOptionsWith(changes), out: '/site' });
  expect(files({})).toEqual([]);
  expect(files({ hosts: ['nginx'] })).toEqual([]);
  expect(files({ hosts: ['apache'] })).toContain('.htaccess');
});
