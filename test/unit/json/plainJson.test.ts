import { describe, expect, test } from 'vitest';
import {
  beyondAscii,
  byteTable,
  escaped,
  findLetters,
  findNull,
  findValue,
  nullValue,
  passForm,
  passLetters,
  passNatural,
  passText,
  passTextOrNumber,
  passTexts,
  passWord,
  readInteger,
  spanLength,
} from '../../../src/json/plainJson.ts';

const bytes = (text: string) => Buffer.from(text);

describe('matchers pass what is plain, and give -1 for the rest', () => {
  test.each<[pass: (text: Buffer, at: number) => number, ends: Record<string, number>]>([
    [
      passText,
      {
        'abc"': 3,
        '"': 0,
        '\\n\\"\\\\"': 6,
        'é"': 2,
        '\u2027"': 3,
        '\u2028"': -1,
        '\u2029"': -1,
        '\\u0041"': -1,
        '\\/"': -1,
        'a\tb"': -1,
        'no end': -1,
      },
    ],
    [
      passNatural,
      {
        '0,': 1,
        '120}': 3,
        '007': -1,
        '-1': -1,
        x: -1,
        '999999999999999,': 15,
        '9999999999999999,': -1,
      },
    ],
    [
      passTextOrNumber,
      { '"a"': 3, '1.5,': 3, '-2e+30,': 6, '1.50,': -1, '1.0,': -1, true: -1, '"': -1 },
    ],
    [passTexts, { '[]': 2, '["a","b"]': 9, '["a",1]': -1, '["a" ]': -1, '["a"': -1, '{}': -1 }],
  ])('%o', (pass, ends) => {
    const texts = Object.keys(ends);
    const found = texts.map((text) => [text, pass(bytes(text), 0)]);
    expect(Object.fromEntries(found)).toEqual(ends);
  });

  test('a word is one of those that are known', () => {
    const words = ['"F"', '"R"'].map(bytes);
    expect(passWord(bytes('x"R",'), 1, words)).toBe(4);
    expect(passWord(bytes('"Q"'), 0, words)).toBe(-1);
    expect(passWord(bytes('"R'), 0, words)).toBe(-1);
  });

  test('a form is asked of printable ASCII alone', () => {
    const isDay = (text: string) => text === '2026-01-02';
    expect(passForm(bytes('2026-01-02"'), 0, isDay)).toBe(10);
    expect(passForm(bytes('2026-01-03"'), 0, isDay)).toBe(-1);
    expect(passForm(bytes('é"'), 0, () => true)).toBe(-1);
  });

  test('letters end at the first that is in no table, wherever it stands among four', () => {
    const table = byteTable((byte) => Number((byte >= 0x41 && byte <= 0x5a) || byte === 0x2a));
    for (const before of [0, 1, 2, 3, 4, 5, 9]) {
      for (const [letters, other] of [
        ['MKV*', '"'],
        ['AZ', '@'],
        ['A*Z', '['],
        ['Q', 'é'],
      ] as const) {
        const text = bytes(`${'M'.repeat(before)}${letters}${other}MMMM`);
        const view = new DataView(text.buffer, text.byteOffset, text.byteLength);
        const fromLow = 0x3f3f3f3f;
        const pastHigh = 0x25252525;
        const end = passLetters(text, view, 0, table, fromLow, pastHigh);
        expect(end, text.toString()).toBe(before + letters.length);
      }
    }
  });
});

describe('finders note where a value stands', () => {
  const found = (text: string, find = findValue) => {
    const spans = new Int32Array(spanLength);
    const end = find(bytes(text), 0, spans, 0);
    return [end, ...spans];
  };

  test.each([
    ['"ab",', [4, 1, 3, 0]],
    ['"a\\"b",', [6, 1, 5, escaped]],
    ['"é",', [4, 1, 3, beyondAscii]],
    ['"é\\n",', [6, 1, 5, beyondAscii | escaped]],
    ['12,', [2, 0, 2, 0]],
    ['-1.5}', [4, 0, 4, 0]],
    ['{"a":[1]},', [9, 0, 9, 0]],
    ['null,', [4, nullValue, nullValue, 0]],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('letters, and null for all fields of an object', () => {
    expect(found('"MK*",', findLetters)).toEqual([5, 1, 4, 0]);
    expect(found('null,', findLetters)).toEqual([4, nullValue, nullValue, 0]);
    const spans = new Int32Array(3 * spanLength).fill(7);
    expect(findNull(10, spans, spanLength, 2)).toBe(14);
    expect([...spans]).toEqual([7, 7, 7, -1, -1, 0, -1, -1, 0]);
  });

  test('digits are an integer', () => {
    expect(readInteger(bytes('x120y'), 1, 4)).toBe(120);
  });
});
