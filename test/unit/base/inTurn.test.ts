import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from '../../../src/base/threads.ts';

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
