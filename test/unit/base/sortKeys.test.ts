import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addRecord,
  appendText,
  compareBytes,
  countBefore,
  createRecordTable,
  createRepeatWatch,
  createScratch,
  hasRoomFor,
  reserve,
  sortKeys,
} from '../../../src/base/sortKeys.ts';

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

  test.each([0x00, 0xff])('of keys that share a byte %i is that of the bytes behind it', (byte) => {
    const keys = Array.from({ length: 100 }, (_, index) => Buffer.from([byte, (index * 37) % 100]));
    expectSorted([...keys, Buffer.from([byte]), Buffer.alloc(0)]);
  });

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

test('a table grows with its text, which keeps its place', () => {
  const table = createRecordTable(1, createScratch());
  const texts = Array.from({ length: 500 }, (_, index) => `é🧬${index}`);
  const starts = texts.map((text) => appendText(table, text));
  texts.forEach((text, index) => {
    const end = starts[index + 1] ?? table.used;
    expect(table.bytes.toString('utf8', starts[index], end)).toBe(text);
  });
  expect(table.used).toBe(Buffer.byteLength(texts.join('')));
});

test('a table grows with its records, which keep all that is known of them', () => {
  const table = createRecordTable(0, createScratch());
  const count = 10_000;
  appendText(table, '0123456789'.repeat(count / 10 + 1));
  for (let at = 0; at < count; at++) addRecord(table, at, at + 2, at + 2, at + 3, at + 4, at + 5);
  expect(table.count).toBe(count);
  for (const at of [0, 4095, 4096, 8191, 8192, count - 1]) {
    expect([
      table.keys.toString('utf8', table.keyStarts[at], table.keyEnds[at]),
      table.jsonStarts[at],
      table.jsonEnds[at],
      table.pieces[at],
      table.lines[at],
    ]).toEqual([`${at % 10}${(at + 1) % 10}`, at + 2, at + 3, at + 4, at + 5]);
  }
});

test('a table grows to its limit, to the byte, and not beyond', () => {
  const table = createRecordTable(1000, createScratch(), 10);
  expect(table.bytes).toHaveLength(10);
  expect(hasRoomFor(table, 'éé', 'abcdef')).toBe(true);
  expect(hasRoomFor(table, 'éé', 'abcdefg')).toBe(false);
  appendText(table, 'éé');
  appendText(table, 'abcdef');
  expect([table.used, table.bytes.length]).toEqual([10, 10]);
  expect(hasRoomFor(table, '')).toBe(true);
  expect(hasRoomFor(table, 'x')).toBe(false);
  expect(() => reserve(table, 1)).toThrow('full');
});

/** Says of bytes whether they repeat the last ones, and keeps those that do not. */
function watchRepeats(): (bytes: Buffer, from: number, to: number) => boolean {
  const watch = createRepeatWatch();
  return (bytes, from, to) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (watch.pass(view, from) === to) return true;
    watch.keep(bytes, from, to);
    return false;
  };
}

/** What is said of texts that come one after another, each in bytes of its own. */
function repeatsAmong(texts: readonly string[]): boolean[] {
  const isRepeated = watchRepeats();
  return texts.map((text) => {
    const bytes = Buffer.from(`"${text}"`);
    return isRepeated(bytes, 1, bytes.length - 1);
  });
}

describe('a watch of repeats', () => {
  test('compares with the last bytes only, and takes nothing for a repeat at first', () => {
    expect(repeatsAmong(['ab', 'ab', 'cd', 'ab', 'ab'])).toEqual([false, true, false, false, true]);
    expect(repeatsAmong(['', '', 'a', ''])).toEqual([false, true, false, false]);
    expect(repeatsAmong(['\0'])).toEqual([false]);
  });

  test.each([1, 3, 4, 5, 7, 8, 255, 256, 257, 1000])('sees each of %d bytes', (length) => {
    const text = 'x'.repeat(length);
    for (const at of [0, length >> 1, length - 1]) {
      const other = `${text.slice(0, at)}y${text.slice(at + 1)}`;
      expect(repeatsAmong([text, other, other, text])).toEqual([false, false, true, false]);
    }
    expect(repeatsAmong([text, `${text}x`, text])).toEqual([false, false, false]);
  });

  test('keeps a copy, since bytes may be read into the same buffer', () => {
    const isRepeated = watchRepeats();
    const bytes = Buffer.from('abcdabce');
    expect(isRepeated(bytes, 0, 4)).toBe(false);
    bytes.write('zzzz');
    expect(isRepeated(bytes, 0, 4)).toBe(false);
    expect(isRepeated(bytes, 4, 8)).toBe(false);
    bytes.write('abce');
    expect(isRepeated(bytes, 0, 4)).toBe(true);
  });
});

test('stretches of bytes compare as the bytes on their own would', () => {
  const some = fc.uint8Array({ maxLength: 4, max: 3 });
  fc.assert(
    fc.property(some, some, some, some, (before, a, between, b) => {
      const left = Buffer.concat([before, a, between]);
      const right = Buffer.concat([between, b, before]);
      const compared = compareBytes(
        left,
        before.length,
        before.length + a.length,
        right,
        between.length,
        between.length + b.length,
      );
      expect(Math.sign(compared)).toBe(Buffer.compare(a, b));
    }),
    { seed: 12, numRuns: 500 },
  );
});

test('the place is found wherever it is, also before and behind all', () => {
  for (let length = 0; length < 9; length++) {
    for (let count = 0; count <= length; count++) {
      expect(countBefore(length, (place) => place < count)).toBe(count);
    }
  }
});
