import { describe, expect, test } from 'vitest';
import { createWalkEnd } from '../../../../src/verifying/service/walkList.ts';

const baseUrl = 'https://example.org/phages';
const link = (page: number) => `${baseUrl}/api/genes/?format=api&page=${page}`;

/** Walks page after page; `next` of page n is what `nextOf` says, or the following page. */
function createWalk(firstCount: number | null = null) {
  const told: string[] = [];
  const end = createWalkEnd(baseUrl, (clause, address, expected, found) =>
    told.push(`${clause} ${address}: ${expected}; ${found}`),
  );
  let number = 0;
  const step = (changes: { text?: string; records?: number; next?: string | null } = {}) => {
    number++;
    const text = changes.text ?? `${number}`;
    return end.nextOf(
      {
        address: link(number),
        bytes: Buffer.from(`{"count":${number},"results":[${text}]}`),
        records: changes.records ?? 1,
        next: changes.next === undefined ? link(number + 1) : changes.next,
      },
      firstCount,
    );
  };
  return { step, told };
}

test('a walk goes on along next, and ends where there is none', () => {
  const { step, told } = createWalk();
  expect(step()).toBe(link(2));
  expect(step({ next: null })).toBeNull();
  expect(told).toEqual([]);
});

test('an empty page with a next one ends it, and is not told again', () => {
  const { step, told } = createWalk();
  expect(step({ records: 0 })).toBeNull();
  expect(told).toEqual([]);
});

describe('a loop', () => {
  test('is a link to a page that was read, in whatever form', () => {
    for (const back of [link(1), `${baseUrl}/api/genes/?page=1`, `${baseUrl}/api/genes/`]) {
      const { step, told } = createWalk();
      step();
      expect(step({ next: back })).toBeNull();
      expect(told).toEqual([
        `L2 ${link(2)}#/next: a page that was not there yet; "${back}": a loop`,
      ]);
    }
  });

  test('is a link of a page to itself', () => {
    const { step, told } = createWalk();
    expect(step({ next: link(1) })).toBeNull();
    expect(told).toHaveLength(1);
  });
});

describe('pages that repeat what was there', () => {
  test('are tolerated up to twenty, whatever their count says', () => {
    const { step, told } = createWalk();
    step({ text: 'same' });
    for (let repeats = 1; repeats <= 20; repeats++) expect(step({ text: 'same' })).not.toBeNull();
    expect(told).toEqual([]);
    expect(step({ text: 'same' })).toBeNull();
    expect(told).toEqual([expect.stringMatching(/^L2 .*over and over/)]);
  });

  test('need not follow each other', () => {
    const { step } = createWalk();
    const ends = Array.from({ length: 23 }, (_, page) => step({ text: String(page % 2) }) === null);
    expect(ends.indexOf(true)).toBe(22);
  });
});

describe('too many records', () => {
  test('are more than twice as many as there were, and a thousand', () => {
    const { step, told } = createWalk(100);
    expect(step({ records: 1200 })).not.toBeNull();
    expect(step({ records: 1 })).toBeNull();
    expect(told).toEqual([
      `count ${link(2)}#/next: an end after 100 records; a next page after 1201`,
    ]);
  });

  test('are none where nobody said how many there are', () => {
    expect(createWalk(null).step({ records: 1_000_000 })).toBe(link(2));
  });
});

describe('a link to another place', () => {
  test.each([
    ['http://localhost:8080/api/genes/?page=2', `${baseUrl}/api/genes/?page=2`],
    ['https://EXAMPLE.org/phages/api/genes/?page=2', `${baseUrl}/api/genes/?page=2`],
    [`${baseUrl}2/api/genes/?page=2#x`, `${baseUrl}/api/genes/?page=2`],
  ])('%s is asked for below the base URL', (next, asked) => {
    expect(createWalk().step({ next })).toBe(asked);
  });

  test.each([
    'ftp://example.org/api/genes/',
    '/api/genes/?page=2',
    'https://other.org/?x=/api/',
    'javascript:/api/',
  ])('%s leads nowhere, and ends the walk', (next) => {
    expect(createWalk().step({ next })).toBeNull();
  });

  test('is a loop where it comes to a page that was read', () => {
    const { step, told } = createWalk();
    expect(step({ next: 'http://localhost/api/genes/?page=1' })).toBeNull();
    expect(told).toHaveLength(1);
  });
});
