import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { resolveOutFolder } from '../../../src/publishing/outFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

/** A folder with data/ in it, the two paths relative to it. */
async function resolveIn(folder: string, out: string, data = 'data'): Promise<string> {
  mkdirSync(path.join(folder, 'data/genes'), { recursive: true });
  const site = await resolveOutFolder(path.join(folder, out), path.join(folder, data));
  return path.relative(folder, site);
}

async function expectOverlap(folder: string, out: string, data = 'data'): Promise<void> {
  const failure: unknown = await resolveIn(folder, out, data).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({
    kind: 'usage',
    message: `The site (--out ${path.join(folder, out)}) and its sources (--data ${path.join(folder, data)}) overlap.`,
    hint: 'Nothing was touched. Choose two folders of which neither lies in the other.',
  });
}

describe('the folder of the site', () => {
  test.each(['site', 'not/there/yet', 'data-site', 'dat', '..data', 'data.old'])(
    'may be %s beside data',
    async (out) => {
      expect(await resolveIn(tempFolder(), out)).toBe(out);
    },
  );

  test.each(['data', 'data/', 'data/site', 'data/genes', 'data/not/there/yet', 'x/../data', '.'])(
    'may not be %s, which overlaps with data',
    async (out) => {
      await expectOverlap(tempFolder(), out);
    },
  );

  test('may not be the root of the disk', async () => {
    const failure: unknown = await resolveOutFolder('/', tempFolder()).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Failure);
  });

  test('may not be a link into the data, or to a folder that holds it', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'data/genes'), { recursive: true });
    symlinkSync('data/genes', path.join(folder, 'inside'));
    symlinkSync('.', path.join(folder, 'around'));
    await expectOverlap(folder, 'inside');
    await expectOverlap(folder, 'inside/not/there/yet');
    await expectOverlap(folder, 'around');
  });

  test('may not overlap with data that is a link', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'real/deep'), { recursive: true });
    symlinkSync('real/deep', path.join(folder, 'link'));
    await expectOverlap(folder, 'real', 'link');
    await expectOverlap(folder, 'real/deep/site', 'link');
    expect(await resolveIn(folder, 'real/site', 'link')).toBe('real/site');
  });

  test('is the one that a link leads to, so that the link stays', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'store'));
    symlinkSync('store', path.join(folder, 'site'));
    expect(await resolveIn(folder, 'site')).toBe('store');
    expect(await resolveIn(folder, 'site/not/yet')).toBe('store/not/yet');
  });

  test('may not overlap with data that is not there yet', async () => {
    await expectOverlap(tempFolder(), 'nowhere/site', 'nowhere');
  });

  test('is absolute', async () => {
    const site = await resolveOutFolder('some/new/site', tempFolder());
    expect(site).toBe(path.resolve('some/new/site'));
  });
});
