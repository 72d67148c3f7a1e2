import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { perCollection } from '../../../src/contract/collectionName.ts';
import {
  type CachedBundle,
  type CacheIndex,
  isValidIndex,
} from '../../../src/pipeline/cacheIndex.ts';
import { exampleIndex } from './exampleIndex.ts';

/** The paths to every value in an object, and to the object itself. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))
      : [];
  return [[...path], ...below];
}

/** A copy of the example with another value at a path. */
function withAt(path: readonly string[], value: unknown): unknown {
  if (path.length === 0) return value;
  const copy: unknown = structuredClone(exampleIndex);
  let at = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

test('an index that a build wrote is sound, and comes back from JSON as sound', () => {
  expect(isValidIndex(exampleIndex)).toBe(true);
  expect(isValidIndex(JSON.parse(JSON.stringify(exampleIndex)))).toBe(true);
});

test('anything else is looked at without an error', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(isValidIndex(value)).toBe(false);
    }),
    { seed: 3, numRuns: 200 },
  );
});

test('whichever value is of another type, the index is not sound', () => {
  // The release is compared with that of the live site; the values of a finding's kind may be left out.
  const isFree = (path: readonly string[]) =>
    path.includes('release') && path.at(-1) !== 'release' && path.length > 2;
  for (const path of pathsIn(exampleIndex).filter((one) => !isFree(one))) {
    for (const wrong of [{}, true]) {
      if (path.at(-1) === 'published') continue;
      expect([path.join('/'), isValidIndex(withAt(path, wrong))]).toEqual([path.join('/'), false]);
    }
  }
});

test('whichever member is missing, but for the kind of a finding, the index is not sound', () => {
  const geneEnds = pathsIn(exampleIndex).filter(
    (path) =>
      path.length > 0 &&
      !/^[0-9]+$/.test(path.at(-1) ?? '') &&
      !path.slice(0, -1).includes('release'),
  );
  for (const path of geneEnds) {
    const isOptional = path.at(-1) === 'kind';
    expect([path.join('/'), isValidIndex(withAt(path, undefined))]).toEqual([
      path.join('/'),
      isOptional,
    ]);
  }
});

describe('a bundle', () => {
  const [bundle] = exampleIndex.bundles;
  const isSound = (changes: Partial<CachedBundle>) => {
    const index: CacheIndex = { ...exampleIndex, bundles: [{ ...bundle!, ...changes }] };
    return isValidIndex(index);
  };
  const block = (offset: number, bytes: number, count: number, firstKey: string) => {
    return { offset, bytes, count, firstKey, crc: 1 };
  };

  test.each(['../one', 'a/b', '', 'é', 'a.b'])(
    'has no id like %j, which would be part of a path',
    (id) => {
      expect(isSound({ id })).toBe(false);
    },
  );

  test('has blocks that follow each other without a gap, and hold all its records', () => {
    const [first, second] = [block(0, 10, 1, 'a'), block(10, 5, 2, 'b')];
    expect(isSound({ count: 3, blocks: [first, second] })).toBe(true);
    expect(isSound({ count: 2, blocks: [first, second] })).toBe(false);
    expect(isSound({ count: 4, blocks: [first, second] })).toBe(false);
    expect(isSound({ count: 3, blocks: [second, first] })).toBe(false);
    expect(isSound({ count: 3, blocks: [first, { ...second, offset: 11 }] })).toBe(false);
    expect(isSound({ count: 2, blocks: [second] })).toBe(false);
    expect(isSound({ count: 0, blocks: [] })).toBe(true);
  });

  test('has blocks in the order of their keys, by code points; the same key may begin two', () => {
    const keys = (first: string, second: string) =>
      isSound({ count: 2, blocks: [block(0, 1, 1, first), block(1, 1, 1, second)] });
    expect(keys('a', 'a')).toBe(true);
    expect(keys('b', 'a')).toBe(false);
    expect(keys('\uffee', '\u{10000}')).toBe(true);
    expect(keys('\u{10000}', '\uffee')).toBe(false);
  });

  test('has amounts that can be: whole, and not below zero', () => {
    for (const wrong of [-1, 0.5, NaN, 2 ** 53]) {
      expect(isSound({ count: wrong })).toBe(false);
      expect(isSound({ blocks: [block(0, wrong, 2, 'a')] })).toBe(false);
    }
  });
});

test('first keys may be none of a collection, and are told of each', () => {
  const withKeys = (firstKeys: unknown) =>
    isValidIndex({ ...exampleIndex, published: { ...exampleIndex.published, firstKeys } });
  expect(withKeys({ ...perCollection(() => null), phages: [] })).toBe(true);
  expect(withKeys(null)).toBe(false);
  expect(withKeys(perCollection(() => []))).toBe(true);
  expect(withKeys({ features: [], genes: [] })).toBe(false);
  expect(withKeys({ ...perCollection(() => []), phages: [1] })).toBe(false);
});

test('rules and kinds of findings are those of the program', () => {
  const published = (changes: object) =>
    isValidIndex({ ...exampleIndex, published: { ...exampleIndex.published, ...changes } });
  const [finding] = exampleIndex.published.findings;
  expect(published({ findings: [{ ...finding, rule: 'unheard-of' }] })).toBe(false);
  expect(published({ findings: [{ ...finding, rule: 'toString' }] })).toBe(false);
  expect(published({ findings: [{ ...finding, kind: 'unheard-of' }] })).toBe(false);
  expect(published({ uncounted: [['unheard-of', 1]] })).toBe(false);
  expect(published({ uncounted: [['gene-length', -1]] })).toBe(false);
});
