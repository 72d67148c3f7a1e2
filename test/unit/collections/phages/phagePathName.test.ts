import { expect, test } from 'vitest';
import type { Phage } from '../../../../src/collections/phages/phageRecord.ts';
import { noGenomes } from '../../../../src/genomes/genomeIndex.ts';
import { phagePathName } from '../../../../src/collections/phages/phagePathName.ts';
import { examplePhage } from '../../generated/exampleRecords.ts';

function phageBreaches(phage: Phage) {
  return phagePathName.breaches?.(phage, noGenomes) ?? [];
}

test('a phage whose name can be a path breaks no rule', () => {
  expect(phageBreaches(examplePhage)).toEqual([]);
});

test('a phage whose name cannot be a path is a breach', () => {
  expect(phageBreaches({ ...examplePhage, phage_name: 'a/b' })).toMatchObject([
    { rule: 'path-name', pointer: '/phage_name' },
  ]);
});

test('a cluster or subcluster whose name cannot be a path is a breach, and an empty one or none is not', () => {
  const { pcluster } = examplePhage;
  const of = (cluster: string | null, subcluster: string | null) =>
    phageBreaches({
      ...examplePhage,
      pcluster: { ...pcluster, cluster },
      psubcluster: { subcluster },
    }).map(({ rule, pointer }) => `${rule} ${pointer}`);
  expect(of('A/B', 'index.json')).toEqual([
    'path-name /pcluster/cluster',
    'path-name /psubcluster/subcluster',
  ]);
  expect(of('', null)).toEqual([]);
  expect(of(null, '')).toEqual([]);
  expect(phageBreaches({ ...examplePhage, pcluster: null, psubcluster: null })).toEqual([]);
});

test('a phage without a name is not its business', () => {
  expect(phageBreaches({ ...examplePhage, phage_name: null })).toEqual([]);
});
