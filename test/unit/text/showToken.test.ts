import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startCpuWatch } from '../../cpuTime.ts';
import { printable, showString, showToken } from '../../../src/text/json.ts';

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
