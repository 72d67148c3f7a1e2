import { describe, expect, test } from 'vitest';
import { createRepeatWatch } from '../../../src/base/sortKeys.ts';

/** Says of bytes whether they repeat the last ones, and keeps those that do not. */
function watchRepeats(): (bytes: Buffer, from: number, to: number) => boolean {
  const watch = createRepeatWatch();
  return (bytes, from, to) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (watch.pass(view, from) === to) return true;
    watch.keep(bytes, from, to);
    return false;
  };
}

/** What is said of texts that come one after another, each in bytes of its own. */
function repeatsAmong(texts: readonly string[]): boolean[] {
  const isRepeated = watchRepeats();
  return texts.map((text) => {
    const bytes = Buffer.from(`"${text}"`);
    return isRepeated(bytes, 1, bytes.length - 1);
  });
}

describe('a watch of repeats', () => {
  test('compares with the last bytes only, and takes nothing for a repeat at first', () => {
    expect(repeatsAmong(['ab', 'ab', 'cd', 'ab', 'ab'])).toEqual([false, true, false, false, true]);
    expect(repeatsAmong(['', '', 'a', ''])).toEqual([false, true, false, false]);
    expect(repeatsAmong(['\0'])).toEqual([false]);
  });

  test.each([1, 3, 4, 5, 7, 8, 255, 256, 257, 1000])('sees each of %d bytes', (length) => {
    const text = 'x'.repeat(length);
    for (const at of [0, length >> 1, length - 1]) {
      const other = `${text.slice(0, at)}y${text.slice(at + 1)}`;
      expect(repeatsAmong([text, other, other, text])).toEqual([false, false, true, false]);
    }
    expect(repeatsAmong([text, `${text}x`, text])).toEqual([false, false, false]);
  });

  test('keeps a copy, since bytes may be read into the same buffer', () => {
    const isRepeated = watchRepeats();
    const bytes = Buffer.from('abcdabce');
    expect(isRepeated(bytes, 0, 4)).toBe(false);
    bytes.write('zzzz');
    expect(isRepeated(bytes, 0, 4)).toBe(false);
    expect(isRepeated(bytes, 4, 8)).toBe(false);
    bytes.write('abce');
    expect(isRepeated(bytes, 0, 4)).toBe(true);
  });

  test('tells where a repeat ends, and needs all of it', () => {
    const watch = createRepeatWatch();
    watch.keep(Buffer.from('..abcde..'), 2, 7);
    const view = new DataView(Uint8Array.from(Buffer.from('-abcdefgh')).buffer);
    expect(watch.pass(view, 1)).toBe(6);
    expect(watch.pass(view, 2)).toBe(-1);
    expect(watch.pass(view, 5)).toBe(-1);
  });
});
