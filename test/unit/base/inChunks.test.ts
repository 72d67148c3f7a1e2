import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inChunks } from '../../../src/base/threads.ts';

test('every item is in one chunk, in order, and only the last chunk may be short', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 5 }), (items, size) => {
      const chunks = [...inChunks(items, size)];
      expect(chunks.flat()).toEqual(items);
      for (const chunk of chunks.slice(0, -1)) expect(chunk).toHaveLength(size);
      for (const chunk of chunks.slice(-1)) expect(chunk.length).toBeGreaterThan(0);
    }),
  );
});

test('a chunk is there before more items than it needs are asked for', () => {
  const asked: number[] = [];
  function* items() {
    for (let item = 0; item < 9; item++) {
      asked.push(item);
      yield item;
    }
  }
  expect(inChunks(items(), 2).next().value).toEqual([0, 1]);
  expect(asked).toEqual([0, 1]);
});
