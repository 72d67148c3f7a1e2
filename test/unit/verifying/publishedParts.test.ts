import { expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { publishedParts } from '../../../src/verifying/manifest.ts';
import { manifestOf, manifestOfPaths } from './manifestOf.ts';

const partsOf = (...paths: string[]) => publishedParts(manifestOfPaths(paths));

test('nothing is published where nothing is listed', () => {
  expect(partsOf()).toEqual({
    bulk: new Set(),
    views: new Set(),
    geneFiles: false,
    phageAliases: false,
    pages: perList(() => 0),
    withoutAlias: null,
    hasAliases: false,
  });
});

test('formats of bulk files are known by their very names, single phages by their folder', () => {
  const bulk = [
    'bulk/genes.tsv.gz',
    'bulk/phages/Trixie.faa',
    'bulk/index.json',
    'bulk/genes.gff3',
  ];
  expect(partsOf(...bulk).bulk).toEqual(new Set(['tsv', 'phages']));
});

test('views are known by one file of them, whatever else lies below the API', () => {
  expect(
    partsOf('api/clusters/A/phagelist/index.json', 'api/phams/page/1.json', 'api/index.json').views,
  ).toEqual(new Set(['clusters', 'phams']));
  expect(partsOf('api/clusters/A/more/index.json', 'about/clusters/index.json').views).toEqual(
    new Set(),
  );
});

test('files of genes are neither the list nor its pages', () => {
  expect(partsOf('api/genes/index.json', 'api/genes/page/1.json').geneFiles).toBe(false);
  expect(partsOf('api/genes/x/y/index.json').geneFiles).toBe(false);
  expect(partsOf('api/genes/page/index.json').geneFiles).toBe(true);
});

test('pages are counted from the first to the last before a gap', () => {
  const pages = [1, 2, 3, 5].map((page) => `api/genes/page/${page}.json`);
  expect(partsOf(...pages, 'api/phages/page/2.json').pages).toEqual({
    ...perList(() => 0),
    genes: 3,
  });
});

test('a phage has an alias where the same bytes lie below its name in lower case', () => {
  const path = 'api/phages/Trixie/index.json';
  const parts = (alias: string) =>
    publishedParts(manifestOf({ [path]: 'bytes', 'api/phages/trixie/index.json': alias }));
  expect(parts('bytes')).toMatchObject({ hasAliases: true, withoutAlias: null });
  expect(parts('others')).toMatchObject({ hasAliases: false, withoutAlias: null });
  expect(partsOf(path)).toMatchObject({ hasAliases: false, withoutAlias: path });
  expect(partsOf('api/phages/trixie/index.json').withoutAlias).toBeNull();
});

test('one file without an alias is found among many that have one, and hides no phage that has', () => {
  const parts = publishedParts(
    manifestOf({
      'api/genes/Trixie_CDS_1/index.json': 'a',
      'api/genes/Trixie_CDS_2/index.json': 'b',
      'api/phages/Trixie/index.json': 'c',
      'api/phages/trixie/index.json': 'c',
    }),
  );
  expect(parts).toMatchObject({
    hasAliases: true,
    withoutAlias: 'api/genes/Trixie_CDS_1/index.json',
  });
});
