import { noChanges } from '../../../src/base/keyChanges.ts';
import { expect, test } from 'vitest';
import { perCollection } from '../../../src/contract/collectionName.ts';
import { type Previous, rerenderedOf } from '../../../src/pipeline/rebuild.ts';

const live: Previous = {
  dir: '/site',
  hasPages: true,
  manifest: () => Buffer.alloc(0),
  firstKeys: { ...perCollection(() => []), genes: ['a'], phages: ['b'] },
  keepsRecords: true,
  notes: () => new Uint8Array(),
  publishedAtMs: 0,
  isChecked: false,
  takeFormer: () => Promise.resolve(null),
};

/** What is rendered again; `genes` and `phages` are the changed keys, null where too many did. */
function rerendered(
  previous: Partial<Previous> | null,
  genes: readonly string[] | null = [],
  phages: readonly string[] | null = [],
  contested = new Set<string>(),
) {
  return rerenderedOf(previous === null ? null : { ...live, ...previous }, {
    collections: {
      ...perCollection(() => ({ changes: noChanges })),
      genes: { changes: genes && { ...noChanges, changed: genes } },
      phages: { changes: phages && { ...noChanges, changed: phages } },
    },
    contested: { ...perCollection(() => new Set()), phages: contested },
  });
}

test('without a live site everything is rendered', () => {
  expect(rerendered(null)).toBeNull();
});

test('where every page keeps its first key, only pages with changed records are', () => {
  expect(rerendered({})).toBe('changed-pages');
  expect(rerendered({}, ['a'], ['b'])).toBe('changed-pages');
  expect(rerendered({ keepsRecords: false }, ['a'])).toBe('changed-pages');
  expect(
    rerendered({ firstKeys: { ...perCollection(() => []), genes: null, phages: ['b'] } }, ['a']),
  ).toBe('changed-pages');
});

test('where keys came or went, or may differ by case only, everything is rendered', () => {
  expect(rerendered({}, null)).toBeNull();
  expect(rerendered({}, [], null)).toBeNull();
  expect(rerendered({}, [], [], new Set(['trixie']))).toBeNull();
});

test('where only the pages are cut otherwise, all pages are and no record', () => {
  expect(rerendered({ firstKeys: null })).toBe('all-pages');
  expect(rerendered({ firstKeys: null }, ['a'])).toBeNull();
  expect(rerendered({ firstKeys: null }, ['a', 'b'])).toBeNull();
  expect(rerendered({ firstKeys: null }, [], ['b'])).toBeNull();
  expect(rerendered({ firstKeys: null, keepsRecords: false })).toBeNull();
});
