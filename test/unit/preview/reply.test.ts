import { expect, test } from 'vitest';
import { entityTag } from '../../../src/preview/answer.ts';

test('a validator is strong, and changes with the bytes and with nothing else (M5)', () => {
  const tag = entityTag(Buffer.from('one'));
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(entityTag(Buffer.from('one'))).toBe(tag);
  expect(entityTag(Buffer.from('two'))).not.toBe(tag);
});
