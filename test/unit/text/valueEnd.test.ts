import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfValue } from '../../../src/text/json.ts';

test('a value ends where JSON says, whatever its text holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(',', ' ', ']', '}'), (value, behind) => {
      const text = JSON.stringify(value);
      expect(endOfValue(Buffer.from(`x${text}${behind}`), 1)).toBe(1 + Buffer.byteLength(text));
    }),
  );
});

test.each(['"a', '"a\\', '{"a":[1,', '[[[[', '12'])(
  '%j never ends: its end is that of the bytes',
  (text) => {
    expect(endOfValue(Buffer.from(text), 0)).toBe(text.length);
  },
);
