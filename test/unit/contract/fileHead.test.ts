import { describe, expect, test } from 'vitest';
import {
  contentHeaders,
  fileHead,
  matchesEntityTag,
  optionsHeaders,
  validated,
} from '../../../src/contract/headers.ts';
import type { FileAnswer } from '../../../src/contract/route.ts';

const answer = (holds: FileAnswer['holds']): FileAnswer => {
  const file = 'api/genes/index.json';
  return { kind: 'file', status: 200, file, dependsOn: file, holds };
};

describe('the head of a file', () => {
  test.each(['root', 'page', 'record'] as const)('that holds a %s has its ETag', (holds) => {
    const headers = { ...contentHeaders(60), ETag: '"1"' };
    expect(fileHead(answer(holds), 60, '"1"', undefined)).toEqual({ status: 200, headers });
    expect(fileHead(answer(holds), 60, '"1"', '"2"')).toEqual({ status: 200, headers });
  });

  test('is a 304 without a type for who has these bytes (M5)', () => {
    const { 'Content-Type': _, ...unchanged } = contentHeaders(60);
    const headers = { ...unchanged, ETag: '"1"' };
    expect(fileHead(answer('page'), 60, '"1"', 'W/"1"')).toEqual({ status: 304, headers });
  });

  test('of a description is that of OPTIONS, and never a 304 (M3)', () => {
    const headers = { ...optionsHeaders(60), ETag: '"1"' };
    expect(fileHead(answer('description'), 60, '"1"', '"1"')).toEqual({ status: 200, headers });
  });
});

test('without an ETag nothing is revalidated', () => {
  const headers = { 'Content-Type': 'text/plain' };
  expect(validated(headers, null, '*')).toEqual({ status: 200, headers });
});

const asked = '"Zx-9_a"';

test.each([
  [asked, true],
  [`W/${asked}`, true],
  ['*', true],
  [' * ', true],
  [`"a", ${asked}`, true],
  [`"a, b",W/${asked} , "c"`, true],
  ['"other"', false],
  [asked.slice(1, -1), false],
  [asked.toUpperCase(), false],
  ['"*"', false],
  ['', false],
  [null, false],
  [undefined, false],
])('If-None-Match: %s names it: %s (M5)', (header, matches) => {
  expect(matchesEntityTag(header, asked)).toBe(matches);
  expect(matchesEntityTag(header, `W/${asked}`)).toBe(matches);
});
