import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readStart } from '../../../src/base/files.ts';
import { tempFolder } from '../sources/tempFolder.ts';

test('no more of a file is read than is asked for', () => {
  const file = path.join(tempFolder({ 'a.json': '0123456789' }), 'a.json');
  const read = (maxBytes: number) => readStart(file, maxBytes)?.toString();
  expect([read(4), read(10), read(11)]).toEqual(['0123', '0123456789', '0123456789']);
});

test('a file that is not there is none; what cannot be read is told', () => {
  const folder = tempFolder({ 'a.json': '{}' });
  expect(readStart(path.join(folder, 'b.json'), 10)).toBeNull();
  symlinkSync('a.json', path.join(folder, 'link.json'));
  expect(() => readStart(path.join(folder, 'link.json'), 10)).toThrow('ELOOP');
  expect(() => readStart(folder, 10)).toThrow('EISDIR');
});
