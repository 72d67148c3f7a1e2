import { expect, test } from 'vitest';
import { mapTasks } from '../../../src/base/threads.ts';

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
    await new Promise((resolve) => setImmediate(resolve));
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
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
  });
  await expect(work).rejects.toThrow('no third');
  expect(underWay).toBe(0);
});
