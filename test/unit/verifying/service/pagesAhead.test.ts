import { expect, test } from 'vitest';
import { pagesAhead } from '../../../../src/verifying/service/walkList.ts';

const numbers = (length: number) => Array.from({ length }, (_, n) => n);

test('pages come in order, whichever is there first, and no more are under way than may be', async () => {
  const waiting: (() => void)[] = [];
  let [underWay, most] = [0, 0];
  const fetch = (page: number) => {
    most = Math.max(most, ++underWay);
    return new Promise<number>((done) => {
      waiting.push(() => {
        underWay--;
        done(page);
      });
      // The last one asked for is answered first.
      setImmediate(() => waiting.pop()?.());
    });
  };
  const seen: number[] = [];
  for await (const page of pagesAhead(numbers(50), 4, fetch)) seen.push(page);
  expect(seen).toEqual(numbers(50));
  expect(most).toBe(4);
});

test('with one at a time, the next is asked for only once the last was taken', async () => {
  const events: string[] = [];
  const fetch = (page: number) => {
    events.push(`ask ${page}`);
    return Promise.resolve(page);
  };
  for await (const page of pagesAhead(numbers(3), 1, fetch)) events.push(`take ${page}`);
  expect(events).toEqual(['ask 0', 'take 0', 'ask 1', 'take 1', 'ask 2', 'take 2']);
});

test('who stops early gets no more pages, and what is under way may fail unheard', async () => {
  const asked: number[] = [];
  const fetch = (page: number) => {
    asked.push(page);
    return page === 0 ? Promise.resolve(page) : Promise.reject(new Error(`page ${page}`));
  };
  const seen: number[] = [];
  for await (const page of pagesAhead(numbers(100), 3, fetch)) {
    seen.push(page);
    break;
  }
  expect(seen).toEqual([0]);
  expect(asked).toEqual([0, 1, 2]);
});

test('a failure comes in the place of its page', async () => {
  const fetch = (page: number) =>
    page === 2 ? Promise.reject(new Error('no page 2')) : Promise.resolve(page);
  const seen: number[] = [];
  const walk = async () => {
    for await (const page of pagesAhead(numbers(9), 3, fetch)) seen.push(page);
  };
  await expect(walk()).rejects.toThrow('no page 2');
  expect(seen).toEqual([0, 1]);
});
