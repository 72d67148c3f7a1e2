import { expect, test } from 'vitest';
import { kindsOf, membersOf, spreadOf, typicalOf } from '../../../src/web/cluster.tsx';
import { phageRows } from '../../../src/web/data/indexes.ts';
import { siteOf } from '../../../src/web/data/site.ts';
import { relativesOf, suggestedCluster } from '../../../src/web/relatives.tsx';

const rows = phageRows({
  name: ['Alpha', 'Beta', 'Gamma', 'Delta'],
  clusters: ['A', 'Singleton'],
  subclusters: ['A1'],
  cluster: [0, 0, 1, -1],
  subcluster: [0, -1, -1, -1],
  genome: [0, 1, 0, 0],
});

test('relatives have their clusters, and are read by the names of the site', () => {
  const site = siteOf({ field_names: { similarity: 'gcs' } });
  const json = {
    pham_count: 9,
    similar: [
      { phage_name: 'Gamma', gcs: 0.9, shared_pham_count: 8, pham_count: 10 },
      { phage_name: 'Unrecorded', gcs: 0.1, shared_pham_count: 1, pham_count: 10 },
    ],
  };
  expect(relativesOf(site, 'Beta', json, rows)).toEqual({
    families: 9,
    hasGenome: true,
    similar: [
      {
        name: 'Gamma',
        cluster: 'Singleton',
        subcluster: '',
        hasGenome: false,
        similarity: 0.9,
        shared: 8,
        families: 10,
      },
      {
        name: 'Unrecorded',
        cluster: '',
        subcluster: '',
        hasGenome: false,
        similarity: 0.1,
        shared: 1,
        families: 10,
      },
    ],
  });
});

test('a cluster is suggested by the nearest phage that has one, from 0.35 on', () => {
  const similar = [
    { name: 'Gamma', cluster: 'Singleton', similarity: 0.9 },
    { name: 'Delta', cluster: '', similarity: 0.8 },
    { name: 'Alpha', cluster: 'A', similarity: 0.35 },
  ].map((one) => ({ subcluster: '', hasGenome: false, shared: 1, families: 1, ...one }));
  expect(suggestedCluster(similar)?.name).toBe('Alpha');
  expect(suggestedCluster(similar.map((one) => ({ ...one, similarity: 0.34 })))).toBeNull();
});

test('a name is that of a cluster, or else of a subcluster', () => {
  const named = (name: string) => membersOf(rows, name).members.map((row) => row.name);
  expect([named('A'), named('A1'), named('B')]).toEqual([['Alpha', 'Beta'], ['Alpha'], []]);
});

test('numbers of a cluster are told by least, median and most', () => {
  expect(spreadOf([5, null, 1, 9])).toEqual({ least: 1, median: 5, most: 9 });
  expect(spreadOf([1, 2])).toEqual({ least: 1, median: 1.5, most: 2 });
  expect(spreadOf([null])).toBeNull();
});

test('each family is of one kind', () => {
  const families = [40, 39, 38, 37, 2, 1, 1].map((phages, pham) => ({ pham, phages }));
  const kinds = (count: number, of = families) => kindsOf(of, count).map((kind) => kind.families);
  expect(kinds(40)).toEqual([1, 2, 2, 2]);
  expect(kinds(1, [{ pham: 1, phages: 1 }])).toEqual([1]);
});

test('the typical phage is most like all others', () => {
  expect(typicalOf([[1], [1, 2, 3], [1, 2, 3, 4]])).toBe(1);
});
