import { expect, test } from 'vitest';
import { mergeSpellings, percentOf, plainText } from '../../../src/text/values.ts';

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

test('notes that differ by case only are one, in the spelling of most genes', () => {
  const notes = [
    ['Lysin A', 2],
    ['portal', 4],
    ['lysin A', 3],
    ['Portal', 4],
  ] as const;
  expect(mergeSpellings(notes)).toEqual([
    ['Portal', 8],
    ['lysin A', 5],
  ]);
});

test.each([
  [0.704, '70 %'],
  [-0.25, '−25 %'],
])('%d is written as %s', (share, text) => {
  expect(percentOf(share)).toBe(text);
});
