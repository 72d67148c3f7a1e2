import { expect, test } from 'vitest';
import type { Phage } from '../../../src/records/collection.ts';
import { phagePathName } from '../../../src/records/phageNames.ts';
import { noGenomes } from '../../../src/sequences/genomeStore.ts';
import { examplePhage } from '../generated/exampleRecords.ts';

const { pcluster } = examplePhage;
const inCluster = (cluster: string | null, subcluster: string | null) => ({
  pcluster: { ...pcluster, cluster },
  psubcluster: { subcluster },
});

test.each<[changes: Partial<Phage>, pointers: string[]]>([
  [{}, []],
  [{ phage_name: 'a/b' }, ['/phage_name']],
  [{ phage_name: null }, []],
  [inCluster('A/B', 'index.json'), ['/pcluster/cluster', '/psubcluster/subcluster']],
  [inCluster('', null), []],
  [inCluster(null, ''), []],
  [{ pcluster: null, psubcluster: null }, []],
])('of a phage with %j, what can be no path is %j', (changes, pointers) => {
  const breaches = phagePathName.breaches?.({ ...examplePhage, ...changes }, noGenomes) ?? [];
  const due = pointers.map((pointer) => ({ rule: 'path-name', pointer }));
  expect(breaches).toMatchObject(due);
  expect(breaches).toHaveLength(due.length);
});
