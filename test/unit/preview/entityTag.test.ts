import { expect, test } from 'vitest';
import { entityTag, matchesEntityTag } from '../../../src/preview/entityTag.ts';

const tag = entityTag(Buffer.from('one'));

test('a validator is strong, and changes with the bytes and with nothing else (M5)', () => {
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(entityTag(Buffer.from('one'))).toBe(tag);
  expect(entityTag(Buffer.from('two'))).not.toBe(tag);
});

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
  [undefined, false],
])('If-None-Match: %s names it: %s (M5)', (header, matches) => {
  expect(matchesEntityTag(header, tag)).toBe(matches);
});
