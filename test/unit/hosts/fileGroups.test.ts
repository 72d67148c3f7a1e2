import { describe, expect, test } from 'vitest';
import { manifestFile } from '../../../src/contract/sitePaths.ts';
import {
  advice,
  adviceOnFolder,
  adviceOnLargeSizes,
  adviceOnSize,
  countEntries,
  groupsOf,
  isSibling,
} from '../../../src/hosts/hosts.ts';

const sized = (paths: readonly string[]) => paths.map((path) => ({ path, bytes: 1 }));
const counted = (paths: readonly string[], hasAliases = false) =>
  groupsOf(sized(paths), hasAliases).map(({ what, files }) => [what, files]);

describe('the group of a file', () => {
  test.each([
    ['api/genes/index.json', 'pages of genes'],
    ['api/genes/page/2.json', 'pages of genes'],
    ['api/genes/A_CDS_1/index.json', 'single genes'],
    ['api/phages/page-size/all/page/1.json', 'pages in further sizes'],
    ['api/phages/A/index.json', 'single phages'],
    ['api/genesbyphage/A/index.json', 'files of views'],
    ['api/clusters/index.json', 'files of views'],
    ['packs/api/phams/a.pack', 'packs of views'],
    ['packs/bulk/phages/a.pack', 'packs of bulk files'],
    ['packs/phages/a.pack', 'packs of pages of phages and clusters'],
    ['packs/clusters/index.ndjson', 'packs of pages of phages and clusters'],
    ['api/index.json', 'other files'],
    ['api/genes/index.json.gz', 'compressed files'],
    ['index.html.br', 'compressed files'],
    // Compressed, but no sibling of another file.
    ['bulk/genes.tsv.gz', 'bulk files'],
    ['media/fastas/A.fasta', 'bulk files'],
  ])('of %s is %s', (path, what) => {
    expect(counted([path])).toEqual([[what, 1]]);
  });

  test('counts a name that is not in lower case once for itself, and once for its alias', () => {
    const paths = ['api/phages/Trixie/index.json', 'api/phages/trixie/index.json'];
    expect(counted(paths)).toEqual([['single phages', 2]]);
    expect(counted(paths, true)).toEqual([
      ['single phages', 1],
      ['names in lower case', 1],
    ]);
  });
});

test('a file that is compressed itself is no sibling of another', () => {
  expect(['index.html.br', 'bulk/genes.tsv.gz', 'index.html'].map(isSibling)).toEqual([
    true,
    false,
    false,
  ]);
});

test('entries are files and folders, each counted once in its own folder', () => {
  const entries = countEntries(sized(['a.json', 'b/c/1.json', 'b/c/2.json', 'b/d.json']));
  expect(Object.fromEntries(entries)).toEqual({ '': 2, 'b/': 2, 'b/c/': 2 });
});

test('a full folder is blamed on compressed files only if it has some itself', () => {
  const files = sized([
    'api/genes/page/1.json',
    'api/genes/page/1.json.gz',
    'api/genes/index.json',
  ]);
  expect(adviceOnFolder('api/genes/page/', files)).toBe(advice.compressed);
  expect(adviceOnFolder('api/genes/', files)).toBe(advice.records.genes);
  expect(adviceOnFolder('api/genes/page/', files.slice(0, 1))).toBe(advice.pages);
});

test.each([
  [manifestFile, 'It lists all files'],
  ['api/genes/page/1.json', 'Make the pages smaller'],
  ['api/genes/page-size/all/page/1.json', adviceOnLargeSizes],
  ['api/clusters/index.json', advice.views],
  ['web/proteins.json', advice.indexes],
  ['phages/index.html', advice.html],
  ['bulk/genes.tsv.gz', '--no-bulk'],
  ['api/genes/A_CDS_1/index.json', 'Choose another host'],
])('the advice on a large %s', (path, said) => {
  expect(adviceOnSize(path, sized([path]), 0)).toContain(said);
});
