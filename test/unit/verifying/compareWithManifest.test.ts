import { describe, expect, test } from 'vitest';
import type { Release } from '../../../src/contract/release.ts';
import { compareWithManifest } from '../../../src/verifying/manifest.ts';
import { createKeptLog } from './keptLog.ts';
import { manifestOf, releaseWith } from './manifestOf.ts';

const list = (count: number, pages: number) => ({ count, page_size: 2, pages });

/** A site with all kinds of things, and what its release says of them. */
const files: Record<string, string> = {
  'api/genes/page/1.json': 'g1',
  'api/genes/page/2.json': 'g2',
  'api/phages/page/1.json': 'p1',
  'api/phams/page/1.json': 'f1',
  'api/genes/Trixie_CDS_1/index.json': 'gene',
  'api/phages/Trixie/index.json': 'phage',
  'api/clusters/index.json': 'clusters',
  'api/genesbyphage/Trixie/index.json': 'genes of one',
  'bulk/index.json': 'i',
  'bulk/genes.tsv.gz': 't',
  'bulk/phages.tsv.gz': 't',
  'bulk/phages/Trixie.faa': 'proteins',
  'about/index.html': 'own',
};
const said: Partial<Release> = {
  views: ['genesbyphage', 'clusters', 'phams'],
  bulk: ['tsv', 'phages'],
  static: ['about/'],
  collections: { genes: list(3, 2), phages: list(1, 1), phams: list(1, 1) },
};

function hold(
  changes: Partial<Release> = {},
  without: readonly string[] = [],
  more: Record<string, string> = {},
) {
  const kept = createKeptLog();
  const left = Object.entries({ ...files, ...more }).filter(([path]) => !without.includes(path));
  const release = releaseWith({ ...said, ...changes });
  const held = compareWithManifest(release, manifestOf(Object.fromEntries(left)), 'r', kept.log);
  const told = kept.failures.map(({ address, found }) => `${address}: ${found}`);
  return { ...held, told, failures: kept.failures };
}

describe('what is published is what the manifest lists', () => {
  test('a view that is said and has no file is taken away, one with files is added', () => {
    const less = hold({}, ['api/clusters/index.json']);
    expect(less.release.views).toEqual(['genesbyphage', 'phams']);
    expect(less.told).toEqual(['r#/views: clusters']);
    expect(less.failures[0]?.expected).toBe('no clusters: manifest.json lists no file of it');
    const more = hold({ views: ['genesbyphage', 'phams'] });
    expect(more.release.views).toEqual(['genesbyphage', 'clusters', 'phams']);
    expect(more.failures[0]).toMatchObject({
      expected: 'clusters: manifest.json lists files of it',
      found: 'no clusters',
    });
  });

  test('pages of features that nobody speaks of are told, and so are features without pages', () => {
    const page = { 'api/features/page/1.json': 'f' };
    const unsaid = hold({}, [], page);
    expect(unsaid.told).toEqual(['r#/collections/features/pages: none']);
    const collections = { ...said.collections!, features: list(1, 1) };
    const tsv = { 'bulk/features.tsv.gz': 't' };
    expect(hold({ collections }, [], { ...page, ...tsv }).told).toEqual([]);
    const gone = hold({ collections }, [], tsv);
    expect(gone.told).toEqual(['r#/collections/features/pages: 1']);
    expect(gone.release.collections.features).toBeUndefined();
  });

  test('so it is with bulk files and files of genes', () => {
    expect(hold({ bulk: ['phages'] }).release.bulk).toEqual(['tsv', 'phages']);
    expect(hold({ bulk: ['tsv', 'gff3', 'phages'] }).release.bulk).toEqual(['tsv', 'phages']);
    expect(hold({ gene_files: false })).toMatchObject({
      release: { gene_files: true },
      told: ['r#/gene_files: no files of single genes'],
    });
    expect(hold({}, ['api/genes/Trixie_CDS_1/index.json']).release.gene_files).toBe(false);
  });

  test('a format of which one of two files is missing is told', () => {
    const { failures, release } = hold({}, ['bulk/phages.tsv.gz']);
    expect(failures).toMatchObject([
      { address: 'r#/bulk', expected: 'no tsv: manifest.json does not list bulk/phages.tsv.gz' },
    ]);
    expect(release.bulk).toContain('tsv');
  });

  test('the first file of a manifest is listed like any other', () => {
    const onlyBulk = { 'bulk/genes.gff3.gz': 'first', 'bulk/genes.gff3.gz.tbi': 'second' };
    const { told } = hold({ bulk: ['gff3'] }, Object.keys(files), onlyBulk);
    expect(told.filter((line) => line.startsWith('r#/bulk'))).toEqual([]);
  });

  test('an index belongs to its file', () => {
    const { told } = hold({ bulk: ['gff3'] }, Object.keys(files), { 'bulk/genes.gff3.gz': 'x' });
    expect(told.filter((line) => line.startsWith('r#/bulk'))).toEqual(['r#/bulk: gff3']);
  });

  test('pages are counted as far as they follow each other', () => {
    const more = hold({}, [], { 'api/genes/page/4.json': 'g4' });
    expect([more.told, more.lastPages.genes]).toEqual([[], 2]);
    const less = hold({}, ['api/genes/page/1.json']);
    expect(less.told).toEqual(['r#/collections/genes/pages: 2']);
    // An empty list has one page, too.
    expect([less.lastPages.genes, less.release.collections.genes.pages]).toEqual([1, 1]);
  });

  test('families without pages are no list', () => {
    const { release, lastPages, told } = hold({}, ['api/phams/page/1.json']);
    expect(release.collections).not.toHaveProperty('phams');
    expect(lastPages.phams).toBe(0);
    expect(told).toEqual(['r#/views: phams', 'r#/collections/phams/pages: 1']);
  });

  test('static names are there', () => {
    expect(hold({ static: ['about/', 'robots.txt'] }).told).toEqual(['r#/static: robots.txt']);
    expect(hold({}, ['about/index.html'], { 'about.html': 'x' }).told).toEqual([
      'r#/static: about/',
    ]);
  });
});

describe('what may be said without a file', () => {
  test('is what only genes make, on a site of phages', () => {
    const none = { ...said.collections, genes: list(0, 2), phages: list(1, 1) };
    const ofGenes = [
      'api/genes/Trixie_CDS_1/index.json',
      'api/genesbyphage/Trixie/index.json',
      'bulk/phages/Trixie.faa',
    ];
    const { told, release } = hold({ collections: none }, ofGenes);
    expect(told).toEqual([]);
    expect(release.bulk).toEqual(['tsv', 'phages']);
  });

  const ofRecords = [
    'api/genes/Trixie_CDS_1/index.json',
    'api/genesbyphage/Trixie/index.json',
    'bulk/phages/Trixie.faa',
  ];

  test('is what records have, where there are none', () => {
    const none = { ...said.collections, genes: list(0, 2), phages: list(0, 1) };
    const { told, release } = hold({ collections: none }, ofRecords);
    expect(told).toEqual([]);
    expect(release.views).toContain('genesbyphage');
    expect([release.gene_files, release.bulk]).toEqual([true, ['tsv', 'phages']]);
  });

  test('is what records without a usable name do not have', () => {
    expect(hold({}, ofRecords).told).toHaveLength(3);
    for (const rule of ['null-value', 'path-name']) {
      expect(hold({ allowed: [rule] }, ofRecords).told).toEqual([]);
    }
    expect(hold({ allowed: ['gene-length'] }, ofRecords).told).toHaveLength(3);
  });

  test('is not left out where it has files all the same', () => {
    const { told, release } = hold({ allowed: ['path-name'], gene_files: false });
    expect(told).toEqual(['r#/gene_files: no files of single genes']);
    expect(release.gene_files).toBe(true);
  });
});

describe('names that match in any case', () => {
  const aliases = {
    'api/genes/trixie_cds_1/index.json': 'gene',
    'api/phages/trixie/index.json': 'phage',
    'api/genesbyphage/trixie/index.json': 'genes of one',
  };

  test('are said where each name is there in lower case', () => {
    expect(hold({ case_insensitive_names: true }, [], aliases).told).toEqual([]);
    const { failures } = hold(
      { case_insensitive_names: true },
      ['api/genes/trixie_cds_1/index.json'],
      aliases,
    );
    expect(failures[0]?.expected).toContain('api/genes/Trixie_CDS_1/index.json in lower case');
  });

  test('are not said where they are not, and a phage of the lower name is no alias', () => {
    expect(hold({}, [], aliases).told).toEqual([
      'r#/case_insensitive_names: no such member, or false',
    ]);
    const other = { 'api/phages/trixie/index.json': 'another phage' };
    expect(hold({}, [], other).told).toEqual([]);
  });
});
