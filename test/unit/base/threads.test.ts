import fc from 'fast-check';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  alongside,
  dealTasks,
  inChunks,
  inWeighedChunks,
  inParts,
  inTurn,
  mapTasks,
} from '../../../src/base/threads.ts';

test('results come in the order of the items, whichever is done first', async () => {
  const taken: string[] = [];
  await inTurn(
    [30, 1, 20, 0],
    3,
    async (ms) => {
      await delay(ms);
      return ms * 2;
    },
    (result, item) => void taken.push(`${item}: ${result}`),
  );
  expect(taken).toEqual(['30: 60', '1: 2', '20: 40', '0: 0']);
});

test('no more than the limit are under way or wait behind a late one', async () => {
  let begun = 0;
  let taken = 0;
  let most = 0;
  await inTurn(
    Array.from({ length: 20 }, (_, at) => at),
    4,
    async (at) => {
      begun++;
      most = Math.max(most, begun - taken);
      await delay(at === 0 ? 30 : 0);
    },
    () => void taken++,
  );
  expect(taken).toBe(20);
  expect(most).toBeLessThanOrEqual(5);
});

test('a failure is thrown once nothing is under way any more', async () => {
  const ended: number[] = [];
  const begun: number[] = [];
  const running = inTurn(
    [0, 1, 2, 3, 4, 5],
    3,
    async (at) => {
      begun.push(at);
      await delay(at === 2 ? 30 : 5);
      ended.push(at);
      if (at === 0) throw new Error('no');
    },
    () => {},
  );
  await expect(running).rejects.toThrow('no');
  expect(new Set(ended)).toEqual(new Set(begun));
  expect(begun).not.toContain(5);
});

test('what goes on behind other work is over when that is over', async () => {
  const events: string[] = [];
  const work = (async () => {
    await setImmediate();
    await setImmediate();
    events.push('work');
  })();
  const use = () => {
    events.push('use');
    return Promise.resolve('result');
  };
  expect(await alongside(work, use)).toBe('result');
  expect(events).toEqual(['use', 'work']);
});

test('what fails first is what is told, and the other is waited for all the same', async () => {
  let isOver = false;
  const work = (async () => {
    await setImmediate();
    isOver = true;
    throw new Error('second');
  })();
  const use = () => Promise.reject(new Error('first'));
  await expect(alongside(work, use)).rejects.toThrow('first');
  expect(isOver).toBe(true);
});

test('work that fails before anyone waits for it is no unhandled rejection', async () => {
  const work = Promise.reject(new Error('early'));
  const use = async () => {
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    await work;
  };
  await expect(alongside(work, use)).rejects.toThrow('early');
});

test('items are taken from an iterator as there is room for them, and results keep their order', async () => {
  let taken = 0;
  let done = 0;
  function* items() {
    for (let at = 0; at < 20; at++) {
      taken++;
      expect(taken - done).toBeLessThanOrEqual(3);
      yield at;
    }
  }
  const results = await mapTasks(items(), 3, async (item, index) => {
    await setImmediate();
    done++;
    return `${item} ${index}`;
  });
  expect(results).toEqual(Array.from({ length: 20 }, (_, at) => `${at} ${at}`));
});

test('items that cannot be had are thrown once the tasks under way are done', async () => {
  let underWay = 0;
  function* items() {
    yield 1;
    yield 2;
    throw new Error('no third');
  }
  const work = mapTasks(items(), 3, async () => {
    underWay++;
    await setImmediate();
    underWay--;
  });
  await expect(work).rejects.toThrow('no third');
  expect(underWay).toBe(0);
});

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

test('the dearest tasks are started first, those of one cost in their order, and results stay in order', async () => {
  const started: string[] = [];
  const costs = ['a1', 'b9', 'c1', 'd5'];
  const told = await dealTasks(
    costs,
    2,
    (item) => Number(item.slice(1)),
    async (item) => {
      started.push(item);
      return item;
    },
  );
  expect(started).toEqual(['b9', 'd5', 'a1', 'c1']);
  expect(told).toEqual(costs);
});

test('the parts of a list are all of it, in order, and no more of them than wanted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (items, wanted) => {
      const parts = inParts(items, wanted);
      expect(parts.flat()).toEqual(items);
      expect(parts.length).toBeLessThanOrEqual(wanted);
      expect(parts.every((part) => part.length > 0)).toBe(true);
    }),
  );
});

test('weighed chunks end with the item that fills them, by number or by weight', () => {
  const weights = [5, 1, 1, 1, 9, 2];
  const chunksOf = (most: { readonly items?: number; readonly weight: number }) =>
    Array.from(
      inWeighedChunks(weights, (item) => item, most),
      ({ chunk, weight }) => [chunk, weight],
    );
  expect(chunksOf({ items: 3, weight: 8 })).toEqual([
    [[5, 1, 1], 7],
    [[1, 9], 10],
    [[2], 2],
  ]);
  expect(chunksOf({ weight: 7 })).toEqual([
    [[5, 1, 1], 7],
    [[1, 9], 10],
    [[2], 2],
  ]);
  expect([...inWeighedChunks([], () => 1, { weight: 1 })]).toEqual([]);
});
