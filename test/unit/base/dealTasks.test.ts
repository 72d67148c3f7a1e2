import { expect, test } from 'vitest';
import { dealTasks } from '../../../src/base/threads.ts';

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
