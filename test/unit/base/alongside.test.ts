import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { alongside } from '../../../src/base/threads.ts';

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
