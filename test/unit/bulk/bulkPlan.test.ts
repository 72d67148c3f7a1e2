import { describe, expect, test } from 'vitest';
import { type BulkSizes, keepBulk, planBulk } from '../../../src/bulk/bulkPlan.ts';
import type { BulkName } from '../../../src/contract/bulkFiles.ts';
import { perCollection, requiredNames } from '../../../src/contract/collectionName.ts';
import { plan } from '../verifying/folder/builtFolder.ts';

const { notes } = plan;
const none = perCollection(() => []);
const allPages = { ...perCollection(() => []), genes: [notes.genes], phages: [notes.phages] };
const sizes: BulkSizes = {
  'bulk/genes.tsv.gz': [{ bytes: 70, records: 9 }],
  'bulk/phages.tsv.gz': [{ bytes: 30, records: 4 }],
  'bulk/proteins.faa.gz': [{ bytes: 50, records: 9 }],
};

const planned = (
  bulk: readonly BulkName[],
  rendered: typeof allPages | typeof none,
  before: BulkSizes | null,
) =>
  planBulk(
    { bulk, collections: requiredNames },
    notes,
    rendered,
    before === null ? null : { notes, sizes: before },
  );

/** Of each part its kind, or the paths that are copied for it. */
const partsOf = (of: ReturnType<typeof planBulk>) =>
  Array.from(of.parts(), ({ part, kept }) => part?.kind ?? kept?.map(({ path }) => path));

describe('without a live site', () => {
  test('all parts are made, and no file is read or kept', () => {
    const all = planned(['tsv', 'parquet', 'fasta', 'phages'], allPages, null);
    expect(partsOf(all)).toEqual(['block', 'block', 'group']);
    expect(all.tables).toEqual(requiredNames);
    expect([...all.filesRead()]).toEqual([]);
    expect(all.isKept('bulk/genes.parquet')).toBe(false);
    expect(all.keptSizes).toEqual({});
  });

  test.each<[BulkName, number]>([
    ['tsv', 13],
    ['fasta', 9],
    ['phages', 9],
    ['parquet', 0],
  ])('the format %s writes %i records in parts', (name, records) => {
    const one = planned([name], allPages, null);
    expect(one.records).toBe(records);
    expect(Array.from(one.parts(), (part) => part.records).reduce((a, b) => a + b, 0)).toBe(
      records,
    );
  });
});

describe('where no page was rendered', () => {
  test('all members are copied from the live site', () => {
    const kept = planned(['tsv', 'fasta'], none, sizes);
    expect(partsOf(kept)).toEqual([
      ['bulk/phages.tsv.gz'],
      ['bulk/genes.tsv.gz'],
      ['bulk/proteins.faa.gz'],
    ]);
    expect([...kept.filesRead()].toSorted()).toEqual(Object.keys(sizes).toSorted());
  });

  test('what the live site does not have is made', () => {
    const { 'bulk/phages.tsv.gz': _, ...others } = sizes;
    expect(partsOf(planned(['tsv'], none, others))).toEqual(['block', ['bulk/genes.tsv.gz']]);
  });

  test('tables in columns and files of single phages are kept', () => {
    const kept = planned(['parquet', 'phages'], none, sizes);
    expect(kept.tables).toEqual([]);
    expect(kept.isKept('bulk/genes.parquet')).toBe(true);
    expect(kept.isKept('bulk/phages/Quillon.faa')).toBe(true);
    expect(kept.isKept('bulk/phages/Quillon.txt')).toBe(false);
  });
});

test('where pages of one collection were rendered, only what has its records is made', () => {
  const some = planned(['tsv', 'parquet', 'fasta'], { ...none, phages: [notes.phages] }, sizes);
  expect(partsOf(some)).toEqual(['block', ['bulk/genes.tsv.gz'], ['bulk/proteins.faa.gz']]);
  expect(some.tables).toEqual(['phages']);
  expect(some.isKept('bulk/genes.parquet')).toBe(true);
  expect(some.isKept('bulk/phages.parquet')).toBe(false);
  const columns = planned(['parquet'], { ...none, phages: [notes.phages] }, sizes);
  expect([...columns.filesRead()]).toEqual([1, 2].map((page) => `api/phages/page/${page}.json`));
  const read = [...some.filesRead()];
  expect(read).toContain('api/phages/page/1.json');
  expect(read).not.toContain('api/genes/page/1.json');
});

test('where no record changed, all bulk files are kept', () => {
  const kept = keepBulk({ notes, sizes });
  expect(kept.isKept('bulk/genes.tsv.gz')).toBe(true);
  expect(kept.isKept('api/genes/index.json')).toBe(false);
  expect([...kept.parts()]).toEqual([]);
  expect(kept.keptSizes).toBe(sizes);
  expect(kept.counts).toEqual({ ...perCollection(() => 0), genes: 9, phages: 4 });
});
