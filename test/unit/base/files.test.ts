import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, readStart, takeTurns } from '../../../src/base/files.ts';
import { replaceCall } from '../publishing/replaceCall.ts';
import { tempFolder } from '../sources/tempFolder.ts';

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

test('others have their turn once the last is long ago, and not at each step', async () => {
  const clock = { ms: 0 };
  const giveTurn = takeTurns(() => clock.ms);
  let others = 0;
  for (const at of [1, 2, 30, 31, 70]) {
    clock.ms = at;
    setImmediate(() => others++);
    await giveTurn();
  }
  // Those that waited at 1 and 2 had theirs at 30, that of 31 at 70.
  expect(others).toBe(5);
  clock.ms += 1;
  setImmediate(() => others++);
  await giveTurn();
  expect(others).toBe(5);
});
