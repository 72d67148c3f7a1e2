import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createLineCounter,
  lineBreaksBefore,
  offsetsOf,
  tokensAt,
} from '../../../src/findings/locate.ts';

const text = '{ "a": {"b": 1.50},\n "c": [\n {} ] }';

test('a member is at its key', () => {
  expect(offsetsOf(text, ['/a', '/a/b'])).toEqual([text.indexOf('"a"'), text.indexOf('"b"')]);
});

test('an item is at its value', () => {
  expect(offsetsOf(text, ['/c/0'])).toEqual([text.indexOf('{}')]);
});

test('a field that is missing is where the object starts that should have it', () => {
  expect(offsetsOf(text, ['/a/missing', '/c/0/missing/deeper', '/missing'])).toEqual([
    text.indexOf('{"b"'),
    text.indexOf('{}'),
    0,
  ]);
});

test('the record itself is at its start', () => {
  expect(offsetsOf(text, [''])).toEqual([0]);
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
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('\n', 'a') }),
      fc.array(fc.nat(12)),
      (lines, offsets) => {
        const count = createLineCounter(lines);
        for (const at of offsets.toSorted((a, b) => a - b)) {
          expect(count(at)).toBe(lineBreaksBefore(lines, at));
        }
      },
    ),
  );
});
