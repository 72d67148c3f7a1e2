import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLiveRelease } from '../../../src/publishing/liveRelease.ts';
import { runWell } from '../../integration/runCli.ts';
import { tinyData } from '../../integration/tinyData.ts';
import { tempFolder } from '../sources/tempFolder.ts';

/** A built site. */
async function site(): Promise<string> {
  const folder = tempFolder(tinyData);
  await runWell(['build', '--no-views', '--no-bulk'], { cwd: folder });
  return path.join(folder, 'dist');
}

test('where nothing is, or only litter, there is no release', async () => {
  const folder = tempFolder({ 'site/.DS_Store': 'x' });
  expect(await readLiveRelease(path.join(folder, 'none'))).toBeNull();
  expect(await readLiveRelease(path.join(folder, 'site'))).toBeNull();
});

test('of a built site it is what its release.json says', async () => {
  expect(await readLiveRelease(await site())).toMatchObject({
    program: 'phagepress',
    collections: { genes: { count: 7 } },
  });
});

test('a site with anything else in it is refused, and what it is is named', async () => {
  const out = await site();
  const withMore = async (change: (dir: string) => void) => {
    const dir = `${out}-changed`;
    cpSync(out, dir, { recursive: true });
    change(dir);
    const error = await readLiveRelease(dir).catch((thrown: unknown) => thrown);
    rmSync(dir, { recursive: true });
    return error;
  };
  const message = (text: string) => ({ kind: 'usage', message: expect.stringContaining(text) });
  expect(await withMore((dir) => writeFileSync(path.join(dir, 'notes.txt'), 'mine'))).toMatchObject(
    message('holds notes.txt, which phagepress did not put there'),
  );
  expect(await withMore((dir) => mkdirSync(path.join(dir, 'api/empty')))).toMatchObject(
    message('which phagepress did not put there'),
  );
  expect(await withMore((dir) => rmSync(path.join(dir, 'release.json')))).toMatchObject(
    message('its release.json is missing or damaged'),
  );
  expect(await withMore((dir) => rmSync(path.join(dir, 'manifest.json')))).toMatchObject(
    message('its manifest.json is missing or damaged'),
  );
});

test('a folder of others, and a file, are refused', async () => {
  const folder = tempFolder({ 'site/index.html': 'x', file: 'x' });
  await expect(readLiveRelease(path.join(folder, 'site'))).rejects.toThrow(
    'holds index.html, not a site built by phagepress',
  );
  await expect(readLiveRelease(path.join(folder, 'file'))).rejects.toThrow('is a file');
});
