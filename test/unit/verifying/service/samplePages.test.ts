import { describe, expect, test } from 'vitest';
import { samplePages } from '../../../../src/verifying/service/filesToAsk.ts';

describe('a sample', () => {
  test('is the same for the same seed, in order, each page once, and holds both ends', () => {
    const sample = samplePages(10_000, 50, 'a');
    expect(sample).toEqual(samplePages(10_000, 50, 'a'));
    expect(sample).not.toEqual(samplePages(10_000, 50, 'b'));
    expect(sample).toEqual([...new Set(sample)].toSorted((a, b) => a - b));
    expect(sample).toHaveLength(53);
    expect(sample.slice(0, 2)).toEqual([1, 2]);
    expect(sample.at(-1)).toBe(10_000);
  });

  test('of few pages is all of them', () => {
    for (const pages of [1, 2, 3, 7]) {
      expect(samplePages(pages, 100, 'a')).toEqual(Array.from({ length: pages }, (_, n) => n + 1));
    }
  });

  test('never names a page that is not there, and every page has its turn', () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 200; seed++) {
      for (const page of samplePages(10, 1, String(seed))) seen.add(page);
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
