import type { VNode } from 'preact';
import { expect, test } from 'vitest';
import { functionSummary } from '../../../src/web/function.tsx';
import { FunctionFamilies } from '../../../src/web/functionTables.tsx';

test('genes without a family are counted beside those of families', () => {
  const counts = { genes: 120, inFamilies: 100, families: 5, phages: 80 };
  expect(functionSummary(counts)).toBe(
    '100 genes in 5 families, of 80 phages. 20 more genes have such notes, but no family, and are not listed.',
  );
  expect(functionSummary({ ...counts, genes: 101, families: 1, phages: null })).toBe(
    '100 genes in one family. 1 more gene has such notes, but no family, and is not listed.',
  );
  expect(functionSummary({ ...counts, genes: 100 })).toBe('100 genes in 5 families, of 80 phages.');
});

test('of genes that are all without a family, one sentence says so', () => {
  const counts = { inFamilies: 0, families: 0, phages: 0 };
  expect(functionSummary({ ...counts, genes: 20 })).toBe(
    '20 genes have such notes, but no family, and are not listed.',
  );
  expect(functionSummary({ ...counts, genes: 1 })).toBe(
    '1 gene has such notes, but no family, and is not listed.',
  );
});

const shared = {
  families: [{ pham: 7, noted: 2, notes: [], genes: 2, phages: 2 }],
  order: { sort: 'noted' as const, isDescending: true },
  genesOf: new Map(),
  loaded: true,
};

/** What the tables and texts of a view are made of. */
function drawn(view: VNode<unknown>): string {
  return JSON.stringify(view, (key, value: unknown) => (key.startsWith('__') ? undefined : value));
}

test('families lead to neighbourhoods and comparisons only where the site has the genes of phages', () => {
  expect(drawn(FunctionFamilies({ ...shared, hasPhages: true, cluster: null }))).toContain(
    'See also',
  );
  expect(drawn(FunctionFamilies({ ...shared, hasPhages: false, cluster: null }))).not.toContain(
    'See also',
  );
});

test('the numbers of families are said to be of all clusters while one is chosen', () => {
  const all = drawn(FunctionFamilies({ ...shared, hasPhages: true, cluster: null }));
  expect(all).not.toContain('of all clusters');
  const some = drawn(FunctionFamilies({ ...shared, hasPhages: true, cluster: 'B2' }));
  expect(some).toContain('B2');
  expect(some).toContain('of all clusters');
});
