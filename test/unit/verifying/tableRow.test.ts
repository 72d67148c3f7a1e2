import { describe, expect, test } from 'vitest';
import { capabilities, type Capability, type Keeps } from '../../../src/contract/capabilities.ts';
import { perList } from '../../../src/contract/collectionName.ts';
import {
  expects,
  hostLog,
  leadsAstray,
  missingCapabilities,
  neededFor,
  pagesOf,
  strangeHost,
  tableRow,
} from '../../../src/verifying/tableRow.ts';
import { createKeptLog } from './keptLog.ts';
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

const { compressed, content, invalidPage, notAllowed, notFound, redirect, unchanged } = expects;

type Rest = Parameters<typeof tableRow>[4];

const needs = (target: string, expected = content('x.json'), rest: Rest = {}) =>
  neededFor(tableRow('L4', 'a row', target, expected, rest));

test('a page of a list needs a host that reads the query; elsewhere the query changes nothing', () => {
  expect(needs('/api/genes/?page=2')).toEqual(['pages']);
  expect(needs('/api/phams/?x=1')).toEqual(['pages']);
  expect(needs('/api/genes/')).toEqual(['indexes']);
  expect(needs('/api/clusters/A/?page=2')).toEqual(['indexes']);
  expect(needs('/api/genes/page/2.json?page=3')).toEqual([]);
  expect(needs('/api/genes/?page=0', invalidPage)).toEqual(['pages', 'json-errors']);
  expect(needs('/api/clusters/?page=2', invalidPage)).toEqual(['pages', 'json-errors']);
  expect(needs('/api/clusters/?page=1')).toEqual(['indexes']);
});

test('what is to be found needs the same, however it is sent', () => {
  expect(needs('/api/genes/?page=2', unchanged)).toEqual(['pages', 'validators']);
  expect(needs('/api/genes/', compressed('x', 'br'))).toEqual(['indexes', 'compresses']);
});

test('a row of its own kind needs what it says, besides what all such rows need', () => {
  const rawPath = { specialNeed: 'raw-path' } as const;
  expect(needs('/api//genes/', notFound, rawPath)).toEqual(['json-errors', 'raw-path']);
  expect(needs('/api/genes/?page=%32', content('x'), { specialNeed: 'decodes-query' })).toEqual([
    'pages',
    'decodes-query',
  ]);
  expect(needs('/api/genes', redirect('/api/genes/'))).toEqual(['redirects']);
  expect(needs('/api/genes/', notAllowed, { specialNeed: 'webdav' })).toEqual([
    'not-allowed',
    'webdav',
  ]);
  expect(needs('/bulk/x', { kind: 'file', file: 'bulk/x' })).toEqual([]);
});

/** A host that keeps everything but these. */
function without(...lost: Capability[]): Keeps {
  return Object.fromEntries(
    capabilities.map((one) => [one, lost.includes(one) ? 'it cannot' : true]),
  ) as Keeps;
}

test('compression is never owed, and what is compressed is never excused', () => {
  const row = tableRow('M1', 'compressed', '/api/genes/?page=2', compressed('x', 'gzip'));
  expect(missingCapabilities(row, without('compresses'))).toEqual([]);
  expect(missingCapabilities(row, without('compresses', 'pages'))).toEqual(['pages']);
});

test.each<[Keeps | null, string[]]>([
  [null, ['M1', 'M2', 'M5', 'L4']],
  [without(), ['M1', 'M2', 'M5', 'L4']],
  [without('headers'), ['L4']],
  [without('validators'), ['M1', 'M2', 'L4']],
  [without('pages'), ['M1', 'M2', 'M5', 'L4']],
])('headers that a host sets in its own way are only noted', (keeps, failed) => {
  const { log, failures, notes } = createKeptLog();
  const lenient = hostLog(log, keeps);
  for (const clause of ['M1', 'M2', 'M5', 'L4'] as const) {
    lenient.fail(clause, { address: 'x', expected: '', found: '' });
  }
  expect(failures.map(({ clause }) => clause)).toEqual(failed);
  expect(failures.length + notes.length).toBe(4);
});
