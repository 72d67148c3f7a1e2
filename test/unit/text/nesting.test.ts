import { expect, test } from 'vitest';
import { isNestedTooDeep } from '../../../src/text/examineJson.ts';

const deep = (open: string, close = '') => Buffer.from(open.repeat(10_001) + close.repeat(10_001));

test('brackets and braces that are open at once are counted, those in strings are not', () => {
  expect(isNestedTooDeep(deep('['))).toBe(true);
  expect(isNestedTooDeep(deep('{"a":', '}'))).toBe(true);
  expect(isNestedTooDeep(Buffer.from('['.repeat(10_000)))).toBe(false);
  expect(isNestedTooDeep(deep('[],'))).toBe(false);
  expect(isNestedTooDeep(Buffer.from(`["${'\\"['.repeat(20_000)}`))).toBe(false);
  expect(isNestedTooDeep(Buffer.from('5'))).toBe(false);
});
