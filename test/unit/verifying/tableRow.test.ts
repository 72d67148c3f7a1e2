import { describe, expect, test } from 'vitest';
import {
  expects,
  leadsToForeignHost,
  neededFor,
  foreignHost,
  tableRow,
} from '../../../src/verifying/tableRow.ts';

describe('a redirect leads astray', () => {
  const base = 'https://example.org/phages';
  test.each([
    `//${foreignHost}/`,
    `https://${foreignHost}/phages/`,
    String.raw`/\elsewhere.invalid/`,
    String.raw`\\elsewhere.invalid/api/`,
    `https:////${foreignHost}/`,
    `/\t/${foreignHost}/`,
    `https://example.org@${foreignHost}/`,
    `https://www.${foreignHost}/`,
  ])('to %j', (location) => {
    expect(leadsToForeignHost(location, base)).toBe(true);
  });

  test.each([
    undefined,
    '',
    '/phages/api/',
    `/${foreignHost}/`,
    `https://example.org//${foreignHost}/`,
    `?x=//${foreignHost}`,
    'https://[',
  ])('but not to %j', (location) => {
    expect(leadsToForeignHost(location, base)).toBe(false);
  });
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
