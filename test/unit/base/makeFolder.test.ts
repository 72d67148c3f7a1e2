import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/base/files.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { replaceCall } from '../publishing/replaceCall.ts';

test('folders are made with those around them, also where they are there', () => {
  const folder = path.join(tempFolder(), 'a/b/c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test('a disk that can only be read is called that, not missing', () => {
  const folder = tempFolder();
  // As Node does it on a disk that can only be read: the truth is told of a single folder only.
  replaceCall('mkdirSync', () => (place, options) => {
    const isSingle = typeof options !== 'object' && existsSync(path.dirname(String(place)));
    const code = isSingle ? 'EROFS' : 'ENOENT';
    throw Object.assign(new Error(code), { code });
  });
  expect(() => makeFolder(path.join(folder, 'a/b'))).toThrow('EROFS');
});

test('what is there and no folder is an error, but not a link to a folder', () => {
  const folder = tempFolder();
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at('file'), '');
  symlinkSync('nowhere', at('dangling'));
  symlinkSync('.', at('link'));
  expect(() => makeFolder(at('file'))).toThrow('EEXIST');
  expect(() => makeFolder(at('file/a/b'))).toThrow('ENOTDIR');
  expect(() => makeFolder(at('dangling'))).toThrow('EEXIST');
  expect(() => makeFolder(at('dangling/a'))).toThrow('EEXIST');
  makeFolder(at('link'));
  makeFolder(at('link/a/b'));
  expect(existsSync(at('a/b'))).toBe(true);
});

// With `recursive`, this would have no end.
test.skipIf(!existsSync('/proc/version'))('a place that can have no folder is refused', () => {
  expect(() => makeFolder('/proc/phagepress/a')).toThrow('ENOENT');
});
