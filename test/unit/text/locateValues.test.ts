import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { childPointer, locateValues } from '../../../src/text/json.ts';

const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

test('a span holds the text of its value, and a member knows where its key starts', () => {
  const text = '{ "a" : [1, {"b": "x"}] }';
  const spans = locateValues(text, ['/a/0', '/a/1/b']);
  expect([...spans].map(([pointer, { key, start, end }]) => [pointer, key, start, end])).toEqual([
    ['/a/0', 9, 9, 10],
    ['/a/1/b', 13, 18, 21],
    ['/a/1', 12, 12, 22],
    ['/a', 2, 8, 23],
    ['', 0, 0, 25],
  ]);
});

test('what is not asked for has none, but for what lies around', () => {
  const text = '{"a":{"b":1,"c":{"d":2}},"e":[{"b":3}]}';
  expect([...locateValues(text, ['/a/c']).keys()]).toEqual(['/a/c', '/a', '']);
  expect([...locateValues(text, []).keys()]).toEqual(['']);
});

test.each(['/b', '/a/2', '/a/01', '/a/-', '/a/0/x', '/a/1/b/c', '/s/0', '/n/0', '//'])(
  'there is nothing at %s',
  (pointer) => {
    const text = '{"a":[0,{"b":1}],"s":"x","n":7}';
    expect(locateValues(text, [pointer]).has(pointer)).toBe(false);
  },
);

test('each value of any JSON text is found, also alone, and parses to what it is', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const values = valuesByPointer(JSON.parse(text));
      const spans = locateValues(text, values.keys());
      expect(spans.size).toBe(values.size);
      for (const [pointer, value] of values) {
        const span = spans.get(pointer);
        expect(JSON.parse(text.slice(span?.start, span?.end))).toEqual(value);
        expect(locateValues(text, [pointer]).get(pointer)).toEqual(span);
      }
    }),
  );
});

describe('a key', () => {
  test('that is there twice has the span of its last value', () => {
    const text = '{"a":1,"a":22}';
    const span = locateValues(text, ['/a']).get('/a');
    expect(text.slice(span?.start, span?.end)).toBe('22');
  });

  test.each(['__proto__', '', 'a/b', 'a~b', '~1', '"\\', '\u2028', '🧬'])('may be %j', (key) => {
    const pointer = childPointer('/x', key);
    const text = `{"x":{${JSON.stringify(key)}:7}}`;
    const span = locateValues(text, [pointer]).get(pointer);
    expect(text.slice(span?.start, span?.end)).toBe('7');
  });

  test('that is spelt with an escape is the same key', () => {
    expect(locateValues(String.raw`{"\u0061":1}`, ['/a']).has('/a')).toBe(true);
  });
});

test('what is passed over may be nested a hundred thousand times', () => {
  const text = `{"a":${'[{"x":'.repeat(100_000)}"}]"${'}]'.repeat(100_000)},"b":1}`;
  expect(locateValues(text, ['/b']).get('/b')?.start).toBe(text.length - 2);
});

function valuesByPointer(value: unknown, pointer = ''): Map<string, unknown> {
  const values = new Map([[pointer, value]]);
  if (typeof value !== 'object' || value === null) return values;
  for (const [key, member] of Object.entries(value)) {
    for (const [inner, found] of valuesByPointer(member, childPointer(pointer, key))) {
      values.set(inner, found);
    }
  }
  return values;
}
