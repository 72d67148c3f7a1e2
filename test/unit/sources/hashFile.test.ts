import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hashFile } from '../../../src/sources/hashFile.ts';
import { addFile, tempFolder } from './tempFolder.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytes = Buffer.alloc(5 << 19, 'phage');
const fileOf = (content: Uint8Array) => addFile(tempFolder(), 'a.ndjson', content);

test('the hash of a file is that of its bytes, however many they are', () => {
  for (const content of [bytes, Buffer.alloc(0)]) {
    expect(hashFile(fileOf(content))).toBe(sha256(content));
  }
});

test.each([
  [0, 7],
  [3, 3],
  [1, (2 << 20) + 1],
  [(1 << 20) + 5, bytes.length],
])('the hash of a range is that of its bytes: [%i, %i)', (start, end) => {
  expect(hashFile(fileOf(bytes), start, end)).toBe(sha256(bytes.subarray(start, end)));
});

test('what cannot be read, or not to its end, has none', () => {
  const folder = tempFolder();
  expect(hashFile(path.join(folder, 'nowhere'))).toBe('');
  expect(hashFile(folder)).toBe('');
  expect(hashFile(fileOf(bytes), 0, bytes.length + 1)).toBe('');
});
