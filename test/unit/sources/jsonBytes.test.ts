import { describe, expect, test } from 'vitest';
import { createByteInput } from '../../../src/sources/byteInput.ts';
import { skipSpace, takeValue, trimSpace } from '../../../src/sources/jsonBytes.ts';

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

describe('takeValue', () => {
  test.each([
    ['{"a":[1]},2', '{"a":[1]}', ','],
    ['[[]]]', '[[]]', ']'],
    ['"a,\\"]" ,', '"a,\\"]"', ' '],
    ['"\\\\","x"', '"\\\\"', ','],
    ['12]', '12', ']'],
    ['true}', 'true', '}'],
    ['null\n', 'null', '\n'],
    ['"key":1', '"key"', ':'],
    ['{"}":"]"}', '{"}":"]"}', undefined],
    ['{"a":1', '{"a":1', undefined],
    ['"a', '"a', undefined],
    ['"a\\', '"a\\', undefined],
  ])('of %j takes %j', async (text, value, next) => {
    const input = createByteInput(chunks(...text));
    await input.peek();
    expect((await takeValue(input, 100))?.toString()).toBe(value);
    const byte = await input.peek();
    expect(byte === undefined ? undefined : String.fromCharCode(byte)).toBe(next);
  });

  test('counts the lines in the value, not the line break behind it', async () => {
    const input = createByteInput(chunks('{\n\n"a":', '"\n"}', '\n1\n'));
    await input.peek();
    await takeValue(input, 100);
    expect(input.line).toBe(4);
    expect(await skipSpace(input)).toBe('1'.charCodeAt(0));
    expect(input.line).toBe(5);
    await takeValue(input, 100);
    expect(input.line).toBe(5);
  });

  test('forgets what has been taken', async () => {
    const input = createByteInput(chunks('[1],', '[2],', '[3]'));
    for (const value of ['[1]', '[2]', '[3]']) {
      await skipSpace(input);
      expect((await takeValue(input, 100))?.toString()).toBe(value);
      input.at++;
      expect(input.bytes.length).toBeLessThanOrEqual(4);
    }
  });
});

describe('white space', () => {
  test('is blank, tab and the two line breaks, and nothing else', () => {
    expect(trimSpace(Buffer.from(' \t\r\nx y\n\r\t ')).toString()).toBe('x y');
    for (const other of ['\u000b', '\u000c', '\u00a0', '\u2028', '\ufeff', '\u0000']) {
      expect(trimSpace(Buffer.from(`${other}x${other}`)).toString()).toBe(`${other}x${other}`);
    }
  });

  test('alone trims to nothing', () => {
    expect(trimSpace(Buffer.from(' \n ')).length).toBe(0);
    expect(trimSpace(Buffer.alloc(0)).length).toBe(0);
  });

  test('is skipped to the end of the source, over all chunks', async () => {
    const input = createByteInput(chunks('  \n', '', '\r\n\t', '\n'));
    expect(await skipSpace(input)).toBeUndefined();
    expect(input.line).toBe(4);
  });
});
