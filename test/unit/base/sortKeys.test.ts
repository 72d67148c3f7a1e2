import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortKeys } from '../../../src/base/sortKeys.ts';

/** Sorts keys that lie in one buffer with other bytes between them; equal ones by their index in `ties`. */
function sortTexts(keys: readonly Buffer[], ties: readonly number[] = []): number[] {
  const starts = new Uint32Array(keys.length);
  const ends = new Uint32Array(keys.length);
  const parts: Buffer[] = [];
  let at = 0;
  keys.forEach((key, index) => {
    // What lies between two keys must not be looked at.
    const gap = Buffer.alloc(index % 3, 0xff);
    const start = at + gap.length;
    at = start + key.length;
    starts[index] = start;
    ends[index] = at;
    parts.push(gap, key);
  });
  const bytes = Buffer.concat(parts);
  const compareEqual = (a: number, b: number) => (ties[a] ?? 0) - (ties[b] ?? 0) || a - b;
  return [...sortKeys({ bytes, starts, ends, count: keys.length, compareEqual })];
}

function sortNaively(keys: readonly Buffer[], ties: readonly number[] = []): number[] {
  return keys
    .map((_, index) => index)
    .sort((a, b) => Buffer.compare(keys[a]!, keys[b]!) || (ties[a] ?? 0) - (ties[b] ?? 0) || a - b);
}

function expectSorted(keys: readonly Buffer[], ties?: readonly number[]): void {
  expect(sortTexts(keys, ties)).toEqual(sortNaively(keys, ties));
}

const anyByte = fc.constantFrom(0x00, 0x2f, 0x41, 0x5f, 0x7f, 0x80, 0xc3, 0xff);
const anyKey = fc.array(anyByte, { maxLength: 4 }).map((bytes) => Buffer.from(bytes));
const withPrefix = fc
  .tuple(fc.constantFrom('', 'Quillon_CDS_', 'Quillon_CDS_1', 'é'), anyKey)
  .map(([prefix, key]) => Buffer.concat([Buffer.from(prefix), key]));

describe('the order of keys', () => {
  test('is that of their bytes, and of equal keys the order that is asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(withPrefix, fc.nat({ max: 3 })), { maxLength: 200 }),
        (keyed) => {
          expectSorted(
            keyed.map(([key]) => key),
            keyed.map(([, tie]) => tie),
          );
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });

  test.each([17, 100, 5000])('of %i equal keys is the one that is asked for', (count) => {
    const keys = Array.from({ length: count }, () => Buffer.from('Quillon_CDS_1'));
    const ties = keys.map((_, index) => (index * 7919) % count);
    expectSorted(keys, ties);
  });

  test('of keys that share 100 kB is found without running out of stack', () => {
    const prefix = Buffer.alloc(100_000, 'x');
    const keys = Array.from({ length: 40 }, (_, index) =>
      Buffer.concat([prefix, Buffer.from(String((index * 17) % 40))]),
    );
    expectSorted([...keys, prefix, prefix.subarray(1)]);
  });

  test.each([0x00, 0xff])(
    'of keys that share a byte of %i is that of the bytes behind it',
    (byte) => {
      const keys = Array.from({ length: 100 }, (_, index) =>
        Buffer.from([byte, (index * 37) % 100]),
      );
      expectSorted([...keys, Buffer.from([byte]), Buffer.alloc(0)]);
    },
  );

  test('of many keys in order, in reverse or shuffled is the same, also where many are equal', () => {
    const keys = Array.from({ length: 4000 }, (_, index) => Buffer.from(`Quillon_CDS_${index}`));
    const shuffled = keys.map((_, index) => keys[(index * 1499) % keys.length]!);
    const few = keys.map((_, index) => Buffer.from(`k${(index * 31) % 7}`));
    for (const list of [keys, keys.toReversed(), shuffled]) expectSorted(list);
    expectSorted(
      few,
      few.map((_, index) => -index),
    );
  });
});
