import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  childPointer,
  endOfValue,
  locateValues,
  namesIn,
  printable,
  readString,
  shownPointer,
  showString,
  showToken,
} from '../../../src/text/json.ts';
import { startCpuWatch } from '../../cpuTime.ts';

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

test.each([
  ['a line break', 'a\nb\r', 'a\\u000ab\\u000d'],
  ['what starts a terminal command', '\u001b[31m\u009b31m', '\\u001b[31m\\u009b31m'],
  ['delete', '\u007f', '\\u007f'],
  ['marks that turn the direction of writing', 'a\u202eb\u2066c\u200f', 'a\\u202eb\\u2066c\\u200f'],
  ['what has no width', 'a\u200bb\u200dc\ufeff', 'a\\u200bb\\u200dc\\ufeff'],
  ['line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
  ['half of a surrogate pair', 'a\ud800b', 'a\\ud800b'],
  ['invisible tags', '\u{e0041}', '\\udb40\\udc41'],
])('%s comes out as an escape', (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('letters of any script, accents and symbols stay as they are', () => {
  expect(printable('naïve Ångström 噬菌体 🧬 e\u0301')).toBe('naïve Ångström 噬菌体 🧬 e\u0301');
});

test('sixty characters are shown whole, more are cut behind the sixtieth, which stays whole', () => {
  for (const letter of ['x', '🧬']) {
    expect(showToken(letter.repeat(60))).toBe(letter.repeat(60));
    expect(showToken(letter.repeat(61))).toBe(`${letter.repeat(60)}…`);
  }
});

test('many that are shown as long escapes are cut earlier', () => {
  const shown = showToken('\u{e0041}'.repeat(60));
  expect(shown).toMatch(/^(?:\\udb40\\udc41)+…$/);
  expect(shown.length).toBeLessThan(320);
});

test('a text of millions of characters is shown at once', () => {
  const text = 'x'.repeat(10_000_000);
  const cpuMs = startCpuWatch();
  for (let time = 0; time < 1000; time++) showString(text);
  expect(cpuMs()).toBeLessThan(1000);
});

test('a string is shown as JSON writes it', () => {
  expect(showString('say "a\\b"\n')).toBe(String.raw`"say \"a\\b\"\n"`);
  expect(showString('')).toBe('""');
  expect(showString('\u009b\u202e')).toBe(String.raw`"\u009b\u202e"`);
});

test('whatever is shown is one printable line of bounded length', () => {
  const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const anything = fc
    .array(fc.oneof(character, unit), { maxLength: 200 })
    .map((characters) => characters.join(''));
  fc.assert(
    fc.property(anything, (text) => {
      const shown = showString(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(shown.length).toBeLessThan(320);
      expect(printable(shown)).toBe(shown);
    }),
  );
});

test.each([
  ['', 'a', '/a'],
  ['/a', 'b/c', '/a/b~1c'],
  ['/a', 'b~c', '/a/b~0c'],
  ['/a', '~1', '/a/~01'],
  ['', '', '/'],
  ['/results', 0, '/results/0'],
])('below %j the member %j is %j', (parent, member, pointer) => {
  expect(childPointer(parent, member)).toBe(pointer);
});

test('the names in a pointer are those it was made of', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      const pointer = names.reduce(childPointer, '');
      expect(namesIn(pointer)).toEqual(names);
    }),
  );
});

test.each([
  [[], ''],
  [['a/b', 0, '~', ''], '/a~1b/0/~0/'],
  [['x'.repeat(80), 'y'], `/${'x'.repeat(80)}/y`],
  // Long names are cut, and so is a long way in; a cut does not break a character in two.
  [['x'.repeat(81), 'y'], `/${'x'.repeat(80)}…/y`],
  [Array.from({ length: 1000 }, () => 'abc'), `${'/abc'.repeat(100)}…`],
  [[`x${'🧬'.repeat(80)}`], `/x${'🧬'.repeat(39)}…`],
])('the pointer of %j is shown as %s', (names, shown) => {
  expect(shownPointer(names)).toBe(shown);
});

test('a value ends where JSON says, whatever its text holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(',', ' ', ']', '}'), (value, behind) => {
      const text = JSON.stringify(value);
      expect(endOfValue(Buffer.from(`x${text}${behind}`), 1)).toBe(1 + Buffer.byteLength(text));
    }),
  );
});

test.each(['"a', '"a\\', '{"a":[1,', '[[[[', '12'])('%j ends where the bytes do', (text) => {
  expect(endOfValue(Buffer.from(text), 0)).toBe(text.length);
});

test('a string is read from between its quotes, escapes and all', () => {
  const bytes = Buffer.from('["a\\u2028\\n\\"é🧬"]');
  expect(readString(bytes, 2, bytes.length - 2)).toBe('a\u2028\n"é🧬');
  expect(readString(Buffer.from('""'), 1, 1)).toBe('');
});
