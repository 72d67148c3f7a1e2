import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/verifying/service/patience.ts';
import { pagesAhead } from '../../../src/verifying/service/pagesAhead.ts';
import { samplePages } from '../../../src/verifying/service/samplePages.ts';

test('Retry-After is seconds or a date; anything else is none', () => {
  expect(retryAfterMs('3')).toBe(3000);
  expect(retryAfterMs(' 0 ')).toBe(0);
  const soon = retryAfterMs(new Date(Date.now() + 60_000).toUTCString());
  expect(soon).toBeGreaterThan(50_000);
  expect(soon).toBeLessThanOrEqual(60_000);
  expect(retryAfterMs('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
  expect(retryAfterMs('soon')).toBeNull();
  expect(retryAfterMs(undefined)).toBeNull();
});

describe('a sample', () => {
  test('is the same for the same seed, in order, each page once, and holds both ends', () => {
    const sample = samplePages(10_000, 50, 'a');
    expect(sample).toEqual(samplePages(10_000, 50, 'a'));
    expect(sample).not.toEqual(samplePages(10_000, 50, 'b'));
    expect(sample).toEqual([...new Set(sample)].toSorted((a, b) => a - b));
    expect(sample).toHaveLength(53);
    expect([sample[0], sample.at(-1)]).toEqual([1, 10_000]);
  });

  test('of few pages is all of them', () => {
    for (const pages of [1, 2, 3, 7]) {
      expect(samplePages(pages, 100, 'a')).toEqual(Array.from({ length: pages }, (_, n) => n + 1));
    }
  });
});

test('pages come in order, and no more are asked for at once than may be', async () => {
  let [underWay, most] = [0, 0];
  const fetch = async (page: number) => {
    most = Math.max(most, ++underWay);
    await new Promise((done) => setTimeout(done, page % 3));
    underWay--;
    return page;
  };
  const pages = Array.from({ length: 50 }, (_, n) => n);
  const seen: number[] = [];
  for await (const page of pagesAhead(pages, 4, fetch)) seen.push(page);
  expect(seen).toEqual(pages);
  expect(most).toBe(4);
});
