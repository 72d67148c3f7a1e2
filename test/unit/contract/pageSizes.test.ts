import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import {
  offeredSets,
  pageSetFor,
  pageSetsOf,
  type PageSize,
  setsFrom,
} from '../../../src/contract/pageSizes.ts';

const sets = pageSetsOf(5000, 100, [1000, 'all', 20]);
const nameFor = (query: string) => pageSetFor(query, sets).name;

test('a list has a set of pages of each size', () => {
  expect(sets).toEqual([
    { name: null, size: 100, lastPage: 50 },
    { name: 1000, size: 1000, lastPage: 5 },
    { name: 'all', size: 5000, lastPage: 1 },
    { name: 20, size: 20, lastPage: 250 },
  ]);
  expect(pageSetsOf(0, 100, ['all'])).toEqual([
    { name: null, size: 100, lastPage: 1 },
    { name: 'all', size: 0, lastPage: 1 },
  ]);
});

test.each<[query: string, name: PageSize | null, why: string]>([
  ['', null, 'absent'],
  ['page=2', null, 'absent beside another parameter'],
  ['page_size=', null, 'empty'],
  ['page_size', null, 'without an equals sign'],
  ['page_size=0', null, 'zero'],
  ['page_size=-1000', null, 'a minus sign'],
  ['page_size=+1000', null, 'a plus'],
  ['page_size=1e3', null, 'an exponent'],
  ['page_size=1000.0', null, 'a decimal point'],
  ['page_size=all', null, 'a word'],
  ['page_size=1000x', null, 'more behind'],
  ['Page_size=1000', null, 'another name'],
  ['page_size=1', 20, 'smaller than every size'],
  ['page_size=20', 20, 'a size'],
  ['page_size=99', 20, 'the largest that is at most so much'],
  ['page_size=100', null, 'the size by default'],
  ['page_size=999', null, 'the largest number of the size by default'],
  ['page_size=1000', 1000, 'a size'],
  ['page_size=0001000', 1000, 'leading zeros'],
  ['page_size=4999', 1000, 'fewer than all'],
  ['page_size=5000', 'all', 'as many as there are'],
  ['page_size=1000000', 'all', 'more than there are'],
  [`page_size=${'9'.repeat(500)}`, 'all', 'very many digits'],
  ['page_size=1&page_size=1000', 1000, 'repeated: the last one counts'],
  ['page_size=1000&page_size=x', null, 'repeated: the last one counts when it is wrong'],
  ['%70age_size=%31000', 1000, 'escapes'],
])('%j means the set %j (L5): %s', (query, name) => {
  expect(nameFor(query)).toBe(name);
});

describe('whatever the sizes', () => {
  const sizes = fc.uniqueArray(
    fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant('all' as const)),
  );
  const lists = fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 30 }), sizes);

  test('a number means the largest size that is at most so much, else the smallest', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 60 }), ([count, size, further], wanted) => {
        const some = pageSetsOf(count, size, further);
        const numbers = some.map((set) => set.size);
        const fitting = numbers.filter((number) => number <= wanted);
        const due = fitting.length === 0 ? Math.min(...numbers) : Math.max(...fitting);
        const set = pageSetFor(`page_size=${wanted}`, some);
        expect(set.size).toBe(due);
        expect(set).toBe(some.find((one) => one.size === due));
      }),
    );
  });

  test('rules that go from number to number say the same', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 60 }), ([count, size, further], wanted) => {
        const some = pageSetsOf(count, size, further);
        const due = setsFrom(some).findLast(({ from }) => from <= wanted)?.set;
        expect(due).toEqual(pageSetFor(`page_size=${wanted}`, some));
      }),
    );
  });
});

test('only lists that are published, and offer more than one size, have sets', () => {
  const each = (value: number) => perList(() => value);
  const further = { features: [5], genes: [5], phages: [] };
  const lastPages = { ...each(1), features: 0 };
  expect(Object.keys(offeredSets(each(9), lastPages, each(10), further))).toEqual(['genes']);
});
