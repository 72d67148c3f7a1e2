import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { swapFolders } from '../../../src/publishing/publishSite.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { filesIn } from './siteFolder.ts';

const programs = process.env['PATH'] ?? '';

afterEach(() => {
  process.env['PATH'] = programs;
});

/** Makes the machine have a program of that name, and nothing else of the kind. */
function provide(name: string, text: string): void {
  const folder = tempFolder();
  writeFileSync(path.join(folder, name), text);
  chmodSync(path.join(folder, name), 0o755);
  process.env['PATH'] = `${folder}:${programs}`;
}

// The system call that `exch` makes, by other means: this machine need not have the program.
const exchangeInPython = `#!/usr/bin/env python3
import ctypes, os, sys
one, other = (os.fsencode(name) for name in sys.argv[-2:])
here, exchange = -100, 2
sys.exit(ctypes.CDLL(None).renameat2(here, one, here, other, exchange) != 0)
`;
const hasPython = spawnSync('python3', ['--version']).status === 0;

async function swapIn(folder: string): Promise<string | null> {
  const [staged, live, aside] = ['staged', 'live', 'aside'].map((name) => path.join(folder, name));
  const old = await swapFolders(staged ?? '', live ?? '', aside ?? '');
  return old === null ? null : path.basename(old);
}

describe('a folder takes the place of another', () => {
  const swapped = { 'live/c.json': 'new', 'aside/c.json': 'old' };
  const files = { 'live/c.json': 'old', 'staged/c.json': 'new' };

  test('in two steps where the machine has nothing better', async () => {
    const folder = tempFolder(files);
    expect(await swapIn(folder)).toBe('aside');
    expect(filesIn(folder)).toEqual(swapped);
  });

  test.runIf(hasPython).each(['exch', 'mv'])('in one step by %s', async (name) => {
    const told = path.join(tempFolder(), 'told');
    provide(
      name,
      exchangeInPython.replace('import ', `open(${JSON.stringify(told)}, 'w')\nimport `),
    );
    const folder = tempFolder(files);
    expect(await swapIn(folder)).toBe('aside');
    expect(existsSync(told)).toBe(true);
    expect(filesIn(folder)).toEqual(swapped);
  });

  test.runIf(hasPython)('in one step, also when what was there cannot step aside', async () => {
    provide('exch', exchangeInPython);
    const folder = tempFolder({ ...files, 'aside/x/c.json': 'in the way' });
    expect(await swapIn(folder)).toBe('staged');
    expect(filesIn(folder)).toEqual({
      'live/c.json': 'new',
      'staged/c.json': 'old',
      'aside/x/c.json': 'in the way',
    });
  });

  test('in two steps where a program of that name does something else, or fails', async () => {
    for (const text of ['#!/bin/sh\nexit 0\n', '#!/bin/sh\nexit 1\n']) {
      provide('exch', text);
      const folder = tempFolder(files);
      expect(await swapIn(folder)).toBe('aside');
      expect(filesIn(folder)).toEqual(swapped);
    }
  });

  test('where there is none', async () => {
    const folder = tempFolder({ 'staged/c.json': 'new' });
    expect(await swapIn(folder)).toBe(null);
    expect(filesIn(folder)).toEqual({ 'live/c.json': 'new' });
  });

  test('or leaves it where it is', async () => {
    const folder = tempFolder({ 'live/c.json': 'old' });
    await expect(swapIn(folder)).rejects.toThrow('ENOENT');
    expect(filesIn(folder)).toEqual({ 'live/c.json': 'old' });
    mkdirSync(path.join(folder, 'staged'));
  });
});
