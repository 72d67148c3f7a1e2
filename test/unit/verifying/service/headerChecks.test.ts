import { describe, expect, test } from 'vitest';
import {
  checkCaching,
  checkCommonHeaders,
  checkErrorHeaders,
  checkFileCaching,
  checkJsonType,
  checkPromisedHeaders,
  expectMethods,
  expectOnce,
  isEntityTag,
  type Received,
  showStatus,
} from '../../../../src/verifying/service/published.ts';
import { createKeptLog } from '../keptLog.ts';
import { goodErrorHeaders, goodHeaders, replyOf } from './someReplies.ts';

type Changes = Parameters<typeof goodHeaders>[0];

/** What `check` says of a good reply with other headers: clause, what was expected, what was found. */
function told(check: (received: Received) => void, changes: Changes = {}, status = 200): string[] {
  const { log, failures } = createKeptLog();
  check({ reply: replyOf(status, goodHeaders(changes)), address: 'here', log });
  return failures.map(({ clause, expected, found }) => `${clause} ${expected}; ${found}`);
}

const caching = (received: Received) => checkCaching(300, received);
const fileCaching = (received: Received) => checkFileCaching(300, received);

test('a good reply passes every check', () => {
  for (const check of [
    checkCommonHeaders,
    checkJsonType,
    caching,
    fileCaching,
    expectOnce,
    checkPromisedHeaders,
  ]) {
    expect(told(check)).toEqual([]);
  }
  const { log, failures } = createKeptLog();
  checkErrorHeaders({ reply: replyOf(404, goodErrorHeaders()), address: 'here', log });
  expect(failures).toEqual([]);
});

describe('the headers of every answer', () => {
  test('Vary may hold more, in several lines and any case', () => {
    expect(told(checkCommonHeaders, { Vary: ['Origin', 'accept-encoding , ACCEPT'] })).toEqual([]);
  });

  test('what was found is quoted, line by line', () => {
    expect(told(checkCommonHeaders, { 'X-Content-Type-Options': ['a', 'b'] })).toEqual([
      'M1 X-Content-Type-Options: nosniff; "a" and "b"',
    ]);
    expect(told(checkCommonHeaders, { Vary: undefined })).toEqual([
      'M1 a Vary header that holds accept; no such header',
    ]);
  });
});

describe('the methods', () => {
  test.each<[string | string[], boolean]>([
    ['GET, HEAD, OPTIONS', true],
    ['options,get,head', true],
    [['GET', 'HEAD, OPTIONS'], true],
    ['GET, HEAD', false],
    ['GET, HEAD, OPTIONS, POST', false],
    ['', false],
  ])('%j: %s', (line, isRight) => {
    const check = (received: Received) => expectMethods('M3', 'Allow', received);
    expect(told(check, { Allow: line })).toHaveLength(isRight ? 0 : 1);
  });
});

describe('Cache-Control', () => {
  test.each<[string | string[] | undefined, boolean]>([
    ['public, max-age=300', true],
    ['max-age=300, public, stale-while-revalidate=60', true],
    [['public', 'max-age=300'], true],
    ['max-age=300', false],
    ['public, max-age=30', false],
    ['public, max-age=3000', false],
    ['public, max-age=300, max-age=0', false],
    ['public, max-age=300, no-cache', false],
    ['public, max-age=300, Private', false],
    ['public, max-age=300, no-store', false],
    [undefined, false],
  ])('%j for five minutes: %s', (line, isRight) => {
    for (const check of [caching, fileCaching]) {
      expect(told(check, { 'Cache-Control': line })).toHaveLength(isRight ? 0 : 1);
    }
  });
});

test.each([
  ['"x"', true],
  ['W/"x"', true],
  ['""', true],
  ['x', false],
  ['w/"x"', false],
  ['"x', false],
  ['', false],
])('%j is an entity tag: %s', (text, is) => {
  expect(isEntityTag(text)).toBe(is);
  expect(told(caching, { ETag: text })).toHaveLength(is ? 0 : 1);
  expect(told(fileCaching, { ETag: text })).toEqual([]);
});

test('the type is JSON without parameters; a service of somebody else may name its encoding', () => {
  const typed = 'application/json; charset=utf-8';
  expect(told(checkJsonType, { 'Content-Type': typed })).toHaveLength(1);
  expect(told(checkPromisedHeaders, { 'Content-Type': typed })).toEqual([]);
  expect(told(checkPromisedHeaders, { 'Content-Type': 'application/jsonx' })).toHaveLength(1);
  expect(told(checkPromisedHeaders, { 'Content-Type': undefined })).toHaveLength(1);
});

test('a service of somebody else may allow more methods, but none less', () => {
  expect(told(checkPromisedHeaders, { Allow: 'GET, POST, HEAD, OPTIONS' })).toEqual([]);
  expect(told(checkPromisedHeaders, { Allow: 'GET, OPTIONS' })).toHaveLength(1);
});

test('a header that browsers misread when it comes twice comes once', () => {
  expect(told(expectOnce, { Vary: ['Accept', 'Origin'] })).toHaveLength(1);
  expect(told(expectOnce, { 'Set-Cookie': ['a', 'b'] })).toEqual([]);
  const twice = { 'Cache-Control': ['public', 'no-store'] };
  expect(told(expectOnce, twice)).toHaveLength(1);
  expect(told(expectOnce, twice, 416)).toHaveLength(1);
});

test('a status is shown with where it leads', () => {
  expect(showStatus(replyOf(404))).toBe('status 404');
  expect(showStatus(replyOf(301, { Location: '/a\n' }))).toBe(String.raw`status 301, to "/a\n"`);
});
