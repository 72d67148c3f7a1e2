import { expect, test } from 'vitest';
import { readString } from '../../../src/text/json.ts';

test('a string is read from between its quotes, escapes and all', () => {
  const bytes = Buffer.from('["a\\u2028\\n\\"é🧬"]');
  expect(readString(bytes, 2, bytes.length - 2)).toBe('a\u2028\n"é🧬');
  expect(readString(Buffer.from('""'), 1, 1)).toBe('');
});
