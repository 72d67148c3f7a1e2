import { expect, test } from 'vitest';
import { planBulk } from '../../../src/sinks/bulkPlan.ts';
import { perCollection, requiredNames } from '../../../src/contract/collectionName.ts';
import { plan } from '../verifying/folder/builtFolder.ts';

test('tables in columns are made of the pages of what was rendered, which are read', () => {
  const { notes } = plan;
  const rendered = { ...perCollection(() => []), phages: [notes.phages] };
  const content = { bulk: ['parquet'], collections: requiredNames } as const;
  const { tables, filesRead } = planBulk(content, notes, rendered, { notes, sizes: {} });
  expect(tables).toEqual(['phages']);
  expect([...filesRead()]).toEqual([1, 2].map((page) => `api/phages/page/${page}.json`));
});
