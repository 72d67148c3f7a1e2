import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortKeyOf } from '../../../src/records/collection.ts';
import { compareText } from '../../../src/text/words.ts';

describe('the sort key', () => {
  test('of one field of text is that text', () => {
    expect(sortKeyOf({ GeneID: 'a\0b', Start: 1 }, ['GeneID'])).toBe('a\0b');
  });

  test('is none where a field is missing or is neither text nor number', () => {
    expect(sortKeyOf({}, ['GeneID'])).toBeNull();
    expect(sortKeyOf({ GeneID: 7 }, ['GeneID'])).toBeNull();
    expect(sortKeyOf({ GeneID: null }, ['GeneID'])).toBeNull();
    expect(sortKeyOf({ a: 'x', b: true }, ['a', 'b'])).toBeNull();
  });

  test('of several sorts by one after the other, text by its bytes and numbers by value', () => {
    const text = fc.string({ unit: fc.constantFrom('\0', '\u0001', 'a', 'b', 'é'), maxLength: 3 });
    const record = fc.record({ a: text, b: fc.maxSafeNat(), c: text });
    const keyOf = (one: object) => sortKeyOf({ ...one }, ['a', 'b', 'c']) ?? '';
    fc.assert(
      fc.property(record, record, (one, other) => {
        const due = compareText(one.a, other.a) || one.b - other.b || compareText(one.c, other.c);
        expect(Math.sign(compareText(keyOf(one), keyOf(other)))).toBe(Math.sign(due));
      }),
    );
  });
});
