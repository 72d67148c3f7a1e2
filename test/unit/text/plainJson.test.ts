import { expect, test } from 'vitest';
import { byteTable, findNull, passLetters, spanLength } from '../../../src/text/plainJson.ts';

const bytes = (text: string) => Buffer.from(text);

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

test('null is that for all fields of an object', () => {
  const spans = new Int32Array(3 * spanLength).fill(7);
  expect(findNull(10, spans, spanLength, 2)).toBe(14);
  expect([...spans]).toEqual([7, 7, 7, -1, -1, 0, -1, -1, 0]);
});
