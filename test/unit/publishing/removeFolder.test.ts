import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../../src/publishing/removeFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

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
  removeFolder(path.join(folder, 'old'));
  expect(existsSync(path.join(folder, 'old'))).toBe(false);
});
