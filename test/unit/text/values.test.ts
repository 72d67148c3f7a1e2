import { expect, test } from 'vitest';
import { plainText } from '../../../src/text/values.ts';

test.each([
  ['tail fibre', 'tail fibre'],
  ['left\u202ethgir\u2066', 'leftthgir'],
  ['\u200fa\u061cb', 'ab'],
  ['a\tb\r\nc', 'a b c'],
  ['שלום', 'שלום'],
])('%j is shown as %j', (text, shown) => {
  expect(plainText(text)).toBe(shown);
});

test('a long text is cut, and says so', () => {
  expect(plainText('x'.repeat(300))).toBe('x'.repeat(300));
  expect(plainText('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`);
});
