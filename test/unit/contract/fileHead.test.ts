import { expect, test } from 'vitest';
import { fileHead, matchesEntityTag, optionsHeaders } from '../../../src/contract/headers.ts';

test('the head of a description is that of OPTIONS, and never a 304 (M3)', () => {
  const file = 'options/genes.json';
  const answer = {
    kind: 'file',
    status: 200,
    file,
    dependsOn: file,
    holds: 'description',
  } as const;
  const headers = { ...optionsHeaders(60), ETag: '"1"' };
  expect(fileHead(answer, 60, '"1"', '"1"')).toEqual({ status: 200, headers });
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
