import { expect, test } from 'vitest';
import { createByteInput } from '../../../src/sources/source.ts';
import { skipSpace, takeValue } from '../../../src/sources/readRecords.ts';

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test('what lies behind the cursor is forgotten, what lies ahead is kept', async () => {
  const input = createByteInput(chunks('abc', '', 'def'));
  await input.fill();
  input.at = 2;
  await input.fill();
  await input.fill();
  expect([input.bytes.toString(), input.at]).toEqual(['cdef', 0]);
  expect(await input.fill()).toBe(false);
});

test('what lies behind the mark is forgotten, the rest is kept for both', async () => {
  const input = createByteInput(chunks('abcd', 'ef'));
  await input.fill();
  input.mark = 1;
  input.at = 3;
  await input.fill();
  expect([input.bytes.toString(), input.mark, input.at]).toEqual(['bcdef', 0, 2]);
});

test('a value that has been taken is forgotten', async () => {
  const input = createByteInput(chunks('[1],', '[2],', '[3]'));
  for (const value of ['[1]', '[2]', '[3]']) {
    await skipSpace(input);
    expect((await takeValue(input, 100))?.toString()).toBe(value);
    input.at++;
    expect(input.bytes.length).toBeLessThanOrEqual(4);
  }
});

test('closing lets the chunks go', async () => {
  let isOpen = true;
  async function* source(): AsyncGenerator<Buffer> {
    try {
      yield Buffer.from('a');
      yield Buffer.from('b');
    } finally {
      isOpen = false;
    }
  }
  const input = createByteInput(source());
  await input.fill();
  await input.close();
  expect(isOpen).toBe(false);
  expect(await input.fill()).toBe(false);
});
