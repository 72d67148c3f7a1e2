import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { withSpillFile, withWorkFolder } from '../../../src/commands/workFolder.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

function inTemporary(files: Readonly<Record<string, string>> = {}): string {
  const folder = tempFolder(files);
  vi.stubEnv('TMPDIR', folder);
  return folder;
}

test('a folder for a spill file is made when the file is needed, and removed', async () => {
  const temporary = inTemporary();
  await withSpillFile((spillFile) => {
    expect(readdirSync(temporary)).toEqual([]);
    addFile(path.dirname(spillFile()), 'spill', 'x');
    expect(spillFile()).toBe(spillFile());
    expect(existsSync(spillFile())).toBe(true);
    return Promise.resolve();
  });
  expect(readdirSync(temporary)).toEqual([]);
});

test('without a folder for temporary files, only what needs one fails, and says how to name one', async () => {
  const missing = path.join(tempFolder(), 'missing');
  vi.stubEnv('TMPDIR', missing);
  expect(await withSpillFile(() => Promise.resolve('done'))).toBe('done');
  const failure = {
    message: `Cannot write ${missing}: it is not there (ENOENT).`,
    hint: expect.stringContaining('TMPDIR') as string,
  };
  const needing = withSpillFile((spillFile) => Promise.resolve(spillFile()));
  await expect(needing).rejects.toMatchObject(failure);
  await expect(withWorkFolder(() => Promise.resolve())).rejects.toMatchObject(failure);
});

test('an abandoned folder goes; one in which a file still grows stays', async () => {
  // No process has such a number.
  const [old, inUse] = ['phagepress-999999999-aaaaaa', 'phagepress-999999999-bbbbbb'];
  const temporary = inTemporary({ [`${old}/spill`]: 'x', [`${inUse}/spill`]: 'x' });
  mkdirSync(path.join(temporary, 'phagepress-999999999-cccccc'));
  const before = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const name of [`${old}/spill`, old, inUse])
    utimesSync(path.join(temporary, name), before, before);
  await withWorkFolder(() => Promise.resolve());
  expect(readdirSync(temporary).sort()).toEqual([inUse, 'phagepress-999999999-cccccc']);
});
