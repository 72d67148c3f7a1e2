import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { leadsAstray, pagesOf, strangeHost } from '../../../src/verifying/tableRow.ts';
import { factsWith } from './someFacts.ts';

describe('a redirect leads astray', () => {
  const base = 'https://example.org/phages';
  test.each([
    `//${strangeHost}/`,
    `https://${strangeHost}/phages/`,
    String.raw`/\elsewhere.invalid/`,
    String.raw`\\elsewhere.invalid/api/`,
    `https:////${strangeHost}/`,
    `/\t/${strangeHost}/`,
    `https://example.org@${strangeHost}/`,
    `https://www.${strangeHost}/`,
  ])('to %j', (location) => {
    expect(leadsAstray(location, base)).toBe(true);
  });

  test.each([
    undefined,
    '',
    '/phages/api/',
    `/${strangeHost}/`,
    `https://example.org//${strangeHost}/`,
    `?x=//${strangeHost}`,
    'https://[',
  ])('but not to %j', (location) => {
    expect(leadsAstray(location, base)).toBe(false);
  });
});

test.each([
  [1, { last: 1, some: 1, other: 1, past: 2, farPast: 99 }],
  [2, { last: 2, some: 2, other: 1, past: 3, farPast: 99 }],
  [3, { last: 3, some: 2, other: 3, past: 4, farPast: 99 }],
  [98, { last: 98, some: 2, other: 98, past: 99, farPast: 99 }],
  [99, { last: 99, some: 2, other: 99, past: 100, farPast: 100 }],
])('of %i pages, those that are there are asked for, and some that are not', (last, pages) => {
  expect(
    pagesOf(
      'genes',
      factsWith({ lastPages: { ...perList(() => 0), genes: last, phages: 1, phams: 1 } }),
    ),
  ).toEqual(pages);
});
