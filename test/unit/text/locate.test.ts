import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createLineCounter,
  lineBreaksBefore,
  offsetsOf,
  tokensAt,
} from '../../../src/text/findings.ts';

const text = '{ "a": {"b": 1.50},\n "c": [\n {} ] }';

test.each([
  ['a member is at its key', ['/a', '/a/b'], ['"a"', '"b"']],
  ['an item is at its value', ['/c/0'], ['{}']],
  [
    'a field that is missing is where the object starts that should have it',
    ['/a/missing', '/c/0/missing/deeper', '/missing'],
    ['{"b"', '{}', '{'],
  ],
  ['the record itself is at its start', [''], ['{']],
])('%s', (_what, pointers, places) => {
  expect(offsetsOf(text, pointers)).toEqual(places.map((place) => text.indexOf(place)));
});

test('a value is shown as it is written', () => {
  const tokens = tokensAt(text, ['/a/b', '/nowhere']);
  expect(tokens.get('/a/b')).toBe('1.50');
  expect(tokens.has('/nowhere')).toBe(false);
});

test('lines are counted up to an offset: a line break itself stands on the line it ends', () => {
  expect(
    ['a\nb', 'a\r\nb\n\nc'].map((lines) => [...lines].map((_, at) => lineBreaksBefore(lines, at))),
  ).toEqual([
    [0, 0, 1],
    [0, 0, 0, 1, 1, 2, 3],
  ]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\n', '\r', 'a') }), fc.nat(12), (lines, at) => {
      expect(lineBreaksBefore(lines, at)).toBe(lines.slice(0, at).split('\n').length - 1);
    }),
  );
});

test('a counter goes on from the last offset', () => {
  const lines = 'a\n\nb\nc';
  const count = createLineCounter(lines);
  const offsets = [0, 2, 2, 3, 6];
  expect(offsets.map(count)).toEqual(offsets.map((at) => lineBreaksBefore(lines, at)));
});
