import type * as fileSystem from 'node:fs';
import { chmodSync, existsSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { removeFolder } from '../../../src/publishing/removeFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fileSystem>();
  // Permissions bind nobody who is root, as tests often are.
  const unlinkBound = (file: string) => {
    if ((real.statSync(path.dirname(file)).mode & 0o200) === 0) {
      throw Object.assign(new Error('no permission'), { code: 'EACCES' });
    }
    real.unlinkSync(file);
  };
  return { ...real, unlinkSync: unlinkBound };
});

test('a folder goes with all that is in it, and nothing that links in it lead to', () => {
  const folder = tempFolder({ 'old/a/b.json': '1', 'old/c.json': '2', 'kept/d.json': '3' });
  symlinkSync(path.join(folder, 'kept'), path.join(folder, 'old/a/link'));
  removeFolder(path.join(folder, 'old'));
  expect(existsSync(path.join(folder, 'old'))).toBe(false);
  expect(existsSync(path.join(folder, 'kept/d.json'))).toBe(true);
});

test('a folder without permission to change it goes too', () => {
  const folder = tempFolder({ 'old/a/b.json': '1' });
  chmodSync(path.join(folder, 'old/a'), 0o500);
  expect(() => unlinkSync(path.join(folder, 'old/a/b.json'))).toThrow('no permission');
  removeFolder(path.join(folder, 'old'));
  expect(existsSync(path.join(folder, 'old'))).toBe(false);
});
