import { expect, test } from 'vitest';
import { createByteInput } from '../../../src/sources/byteInput.ts';

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test('bytes come one chunk after the other, until there are no more', async () => {
  const input = createByteInput(chunks('ab', 'c'));
  let read = '';
  for (let byte = await input.peek(); byte !== undefined; byte = await input.peek()) {
    read += String.fromCharCode(byte);
    input.at++;
  }
  expect(read).toBe('abc');
  expect(await input.fill()).toBe(false);
  expect(await input.peek()).toBeUndefined();
});

test('an empty chunk is not the end', async () => {
  const input = createByteInput(chunks('', 'a', '', '', 'b'));
  expect(await input.peek()).toBe('a'.charCodeAt(0));
  input.at++;
  expect(await input.peek()).toBe('b'.charCodeAt(0));
});

test('what lies behind the cursor is forgotten, what lies ahead is kept', async () => {
  const input = createByteInput(chunks('abc', 'def'));
  await input.fill();
  input.at = 2;
  await input.fill();
  expect([input.bytes.toString(), input.at]).toEqual(['cdef', 0]);
});

test('what lies behind the mark is forgotten, the rest is kept for both', async () => {
  const input = createByteInput(chunks('abcd', 'ef'));
  await input.fill();
  input.mark = 1;
  input.at = 3;
  await input.fill();
  expect([input.bytes.toString(), input.mark, input.at]).toEqual(['bcdef', 0, 2]);
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
