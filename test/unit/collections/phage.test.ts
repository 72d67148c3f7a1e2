import { expect, test } from 'vitest';
import { phageBreaches } from '../../../src/collections/phage.ts';
import { examplePhage } from '../generated/exampleRecords.ts';

test('a phage whose name can be a path breaks no rule', () => {
  expect(phageBreaches(examplePhage)).toEqual([]);
});

test('a phage whose name cannot be a path is a breach', () => {
  expect(phageBreaches({ ...examplePhage, phage_name: 'a/b' })).toMatchObject([
    { rule: 'path-name', pointer: '/phage_name' },
  ]);
});

test('a phage without a name is not its business', () => {
  expect(phageBreaches({ ...examplePhage, phage_name: null })).toEqual([]);
});
