import { describe, expect, test } from 'vitest';
import { comparisonOf, moved, queryOf, withoutStretch } from '../../../src/web/chosenPhages.tsx';

describe('the address of a comparison', () => {
  test('holds its whole state', () => {
    const query =
      '?compare&with=Beta&with=A%3A1&flip=A%3A1&shift=A%3A1%3A-500&align=12&labels=notes&show=shared';
    const comparison = comparisonOf(query);
    expect(comparison).toEqual({
      names: ['Beta', 'A:1'],
      flipped: new Set(['A:1']),
      shifts: new Map([['A:1', -500]]),
      align: 12,
    });
    expect(queryOf(comparison, query).toString()).toBe(new URLSearchParams(query).toString());
  });

  test('has the stretch in view besides, which is no part of what is compared', () => {
    const query = '?compare&with=Beta&color=sharing';
    const near = `${query}&from=-20&to=400`;
    expect(queryOf(comparisonOf(query), near).toString()).toBe(
      new URLSearchParams(near).toString(),
    );
    expect(withoutStretch(near)).toBe(withoutStretch(query));
  });

  test('takes nothing for what it cannot mean', () => {
    const comparison = comparisonOf(
      '?compare&with=A&with=A&with=&with=%20&with=%E2%80%8F&shift=A:x&align=1e9',
    );
    expect(comparison).toMatchObject({ names: ['A'], align: null });
    expect(comparison.shifts.size).toBe(0);
  });

  test('names at most thirty phages', () => {
    const query = Array.from({ length: 40 }, (_, n) => `with=P${n}`).join('&');
    expect(comparisonOf(`?compare&${query}`).names).toHaveLength(30);
  });
});

test('a phage moves to another place, and not out of the list', () => {
  expect(moved(['A', 'B', 'C'], 0, 2)).toEqual(['B', 'C', 'A']);
  expect(moved(['A', 'B', 'C'], 2, 1)).toEqual(['A', 'C', 'B']);
  expect(moved(['A', 'B'], 0, -1)).toEqual(['A', 'B']);
  expect(moved(['A', 'B'], 1, 2)).toEqual(['A', 'B']);
});
