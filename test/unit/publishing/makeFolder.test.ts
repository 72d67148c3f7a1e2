import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type * as fileSystem from 'node:fs';
import { makeFolder } from '../../../src/publishing/makeFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fileSystem>();
  const fail = (code: string) => {
    throw Object.assign(new Error(code), { code });
  };
  // As Node does it on a disk that can only be read: the truth is told of a single folder only.
  const mkdirOnReadOnly = (folder: string, options?: { recursive: boolean }) => {
    if (!folder.includes('read-only') || real.existsSync(folder)) {
      return real.mkdirSync(folder, options);
    }
    if (options?.recursive === true) fail('ENOENT');
    return real.existsSync(path.dirname(folder)) ? fail('EROFS') : fail('ENOENT');
  };
  return { ...real, mkdirSync: mkdirOnReadOnly };
});

test('folders are made with those around them, also where they are there', () => {
  const folder = path.join(tempFolder(), 'a/b/c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test('a disk that can only be read is called that, not missing', () => {
  const folder = tempFolder();
  expect(() => mkdirSync(path.join(folder, 'read-only/a'), { recursive: true })).toThrow('ENOENT');
  expect(() => makeFolder(path.join(folder, 'read-only/a/b'))).toThrow('EROFS');
});
