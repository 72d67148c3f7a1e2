import { expect, test } from 'vitest';
import { matchesEntityTag } from '../../../src/serving/ifNoneMatch.ts';

const tag = '"Zx-9_a"';

test.each([
  [tag, true],
  [`W/${tag}`, true],
  ['*', true],
  [' * ', true],
  [`"a", ${tag}`, true],
  [`"a, b",W/${tag} , "c"`, true],
  ['"other"', false],
  [tag.slice(1, -1), false],
  [tag.toUpperCase(), false],
  ['"*"', false],
  ['', false],
  [null, false],
  [undefined, false],
])('If-None-Match: %s names it: %s (M5)', (header, matches) => {
  expect(matchesEntityTag(header, tag)).toBe(matches);
  expect(matchesEntityTag(header, `W/${tag}`)).toBe(matches);
});
