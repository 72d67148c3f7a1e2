import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineBreaksBefore, offsetOf, tokenAt } from '../../../src/findings/locate.ts';
import { examineJson } from '../../../src/json/examineJson.ts';

const text = '{ "a": {"b": 1.50},\n "c": [\n {} ] }';
const { spans } = examineJson(text, { maxNesting: 10 });

test('a member is at its key', () => {
  expect(offsetOf(spans, '/a')).toBe(text.indexOf('"a"'));
  expect(offsetOf(spans, '/a/b')).toBe(text.indexOf('"b"'));
});

test('an item is at its value', () => {
  expect(offsetOf(spans, '/c/0')).toBe(text.indexOf('{}'));
});

test('a field that is missing is where the object starts that should have it', () => {
  expect(offsetOf(spans, '/a/missing')).toBe(text.indexOf('{"b"'));
  expect(offsetOf(spans, '/c/0/missing/deeper')).toBe(text.indexOf('{}'));
  expect(offsetOf(spans, '/missing')).toBe(0);
});

test('the record itself is at its start', () => {
  expect(offsetOf(spans, '')).toBe(0);
});

test('a value is shown as it is written', () => {
  expect(tokenAt(text, spans, '/a/b')).toBe('1.50');
  expect(tokenAt(text, spans, '/nowhere')).toBe('');
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
