import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hashRange } from '../../../src/sources/source.ts';
import { addFile, tempFolder } from './tempFolder.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytes = Buffer.alloc(5 << 19, 'phage');
const fileOf = (content: Uint8Array) => addFile(tempFolder(), 'a.ndjson', content);

test('the hash of a file is that of its bytes, however many they are', () => {
  for (const content of [bytes, Buffer.alloc(0)]) {
    expect(hashRange({ file: fileOf(content), start: 0, end: Infinity })).toBe(sha256(content));
  }
});

test.each([
  [0, 7],
  [3, 3],
  [1, (2 << 20) + 1],
  [(1 << 20) + 5, bytes.length],
])('the hash of a range is that of its bytes: [%i, %i)', (start, end) => {
  expect(hashRange({ file: fileOf(bytes), start, end })).toBe(sha256(bytes.subarray(start, end)));
});

test('what cannot be read, or not to its end, has none', () => {
  const folder = tempFolder();
  expect(hashRange({ file: path.join(folder, 'nowhere'), start: 0, end: Infinity })).toBe('');
  expect(hashRange({ file: folder, start: 0, end: Infinity })).toBe('');
  expect(hashRange({ file: fileOf(bytes), start: 0, end: bytes.length + 1 })).toBe('');
});
