import { existsSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure, Interrupted } from '../../../src/base/failure.ts';
import { besideSite, newStagingFolder } from '../../../src/publishing/outFolder.ts';
import { besideStaging } from '../../../src/publishing/siteWriter.ts';
import { withSiteLock } from '../../../src/publishing/lock.ts';
import {
  emptyFolder,
  publishSite,
  removeDiscarded,
  repairAndSweep,
  repairSwap,
  sweepLeftovers,
} from '../../../src/publishing/publishSite.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { filesIn } from './siteFolder.ts';

/** Stages files beside the site; gives the staging folder. */
function stage(out: string, files: Readonly<Record<string, string>>): string {
  const staging = newStagingFolder(out);
  for (const [file, text] of Object.entries(files)) addFile(staging, file, text);
  return staging;
}

const { signal } = new AbortController();
const held = { isHeld: () => true, assertHeld() {} };
const unhindered = { lock: held, signal };
const sweep = (out: string) => sweepLeftovers(out, () => {}, signal);

/** What the site before is called once it is replaced. */
const discarded = /^\.site\.phagepress-discarded-[0-9a-f]{8}\//;

/** Every file of a folder but those of sites that were replaced. */
function filesThatStay(folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filesIn(folder)).filter(([name]) => !discarded.test(name)),
  );
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const failure: unknown = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  return failure as Failure;
}

/** A folder with these files, and `site` in it. */
function folderWith(files: Readonly<Record<string, string>> = {}) {
  const folder = tempFolder(files);
  return { folder, out: path.join(folder, 'site') };
}

describe('publishing', () => {
  test('replaces the whole site: what is no longer there is gone, and what an earlier swap left', async () => {
    const files = { 'site/api/gone.json': 'old', 'site/c.json': 'old', other: 'stays' };
    const { folder, out } = folderWith(files);
    addFile(besideSite(out, 'old'), 'older.json', 'older');
    await publishSite(stage(out, { 'c.json': 'new' }), out, unhindered);
    expect(filesThatStay(folder)).toEqual({ other: 'stays', 'site/c.json': 'new' });
  });

  test('leaves the old site to be removed afterwards, under a name of its own', async () => {
    const { folder, out } = folderWith({ 'site/c.json': 'old' });
    await publishSite(stage(out, { 'c.json': 'newer' }), out, unhindered);
    await publishSite(stage(out, { 'c.json': 'newest' }), out, unhindered);
    expect(Object.values(filesIn(folder)).toSorted()).toEqual(['newer', 'newest', 'old']);
    expect(filesThatStay(folder)).toEqual({ 'site/c.json': 'newest' });
    await removeDiscarded(out, signal);
    expect(filesIn(folder)).toEqual({ 'site/c.json': 'newest' });
  });

  test('leaves the live site as it was where it fails, is interrupted or loses its lock', async () => {
    const { folder, out } = folderWith({ 'site/c.json': 'old' });
    const failure = await failureOf(publishSite(besideSite(out, 'staging'), out, unhindered));
    expect(failure).toMatchObject({
      kind: 'machine',
      message: expect.stringContaining('Cannot flush '),
      hint: expect.stringContaining('Nothing was published.'),
    });
    expect(filesIn(folder)).toEqual({ 'site/c.json': 'old' });

    const [interruption, reason] = [new AbortController(), new Interrupted('Interrupted.')];
    const staged = () => stage(out, { 'c.json': 'new' });
    const interrupted = { lock: held, signal: interruption.signal };
    const publishing = publishSite(staged(), out, interrupted);
    interruption.abort(reason);
    await expect(publishing).rejects.toBe(reason);
    expect(filesIn(out)).toEqual({ 'c.json': 'old' });

    const lost = new Failure('machine', 'lost');
    const assertHeld = () => {
      throw lost;
    };
    const losing = publishSite(staged(), out, { lock: { ...held, assertHeld }, signal });
    expect(await failureOf(losing)).toBe(lost);
    expect(filesIn(out)).toEqual({ 'c.json': 'old' });
  });
});

describe('a swap that was killed half way', () => {
  test.each([repairSwap, sweep])('is undone: the site comes back', async (repair) => {
    const { folder, out } = folderWith({ 'site/c.json': 'old' });
    renameSync(out, besideSite(out, 'old'));
    await repair(out);
    expect(filesIn(folder)).toEqual({ 'site/c.json': 'old' });
  });

  test('does not come back over a site that is there, and is nothing to do where there was none', async () => {
    const { out } = folderWith({ 'site/c.json': 'new' });
    addFile(besideSite(out, 'old'), 'c.json', 'old');
    await repairSwap(out);
    expect(filesIn(out)).toEqual({ 'c.json': 'new' });
    const none = folderWith();
    await repairSwap(none.out);
    await sweep(none.out);
    expect(filesIn(none.folder)).toEqual({});
  });
});

describe('what killed commands left, before a command that only reads the folder', () => {
  const left = (out: string) => {
    stage(out, { 'half.json': 'x' });
    addFile(besideSite(out, 'old'), 'old.json', 'x');
    addFile(`${besideSite(out, 'discarded')}-0a1b2c3d`, 'older.json', 'x');
  };

  test('is swept', async () => {
    const { folder, out } = folderWith({ 'site/c.json': 'live', '.site.other/x': 'stays' });
    left(out);
    await repairAndSweep(out);
    expect(filesIn(folder)).toEqual({ 'site/c.json': 'live', '.site.other/x': 'stays' });
  });

  test('stays where another command is at work', async () => {
    const { folder, out } = folderWith({ 'site/c.json': 'live' });
    left(out);
    await withSiteLock(out, { onWait() {}, signal: null }, async () => {
      const before = filesIn(folder);
      await repairAndSweep(out);
      expect(filesIn(folder)).toEqual(before);
    });
  });

  test('is no reason to fail where the folder above cannot be read', async () => {
    const { out } = folderWith();
    await repairAndSweep(path.join(out, 'nowhere', 'site'));
    expect(existsSync(out)).toBe(false);
  });
});

test('what killed commands left is swept, and nothing else', async () => {
  const { folder, out } = folderWith({ 'site/c.json': 'live', '.site.other/x': 'stays' });
  stage(out, { 'half.json': 'x' });
  addFile(besideSite(out, 'old'), 'old.json', 'x');
  addFile(besideSite(out, 'cache'), 'index.json', 'stays');
  addFile(`${besideSite(out, 'discarded')}-0a1b2c3d`, 'older.json', 'x');
  const told: string[] = [];
  await sweepLeftovers(out, () => told.push('there is something'), signal);
  expect(told).toEqual(['there is something']);
  expect(filesIn(folder)).toEqual({
    '.site.other/x': 'stays',
    '.site.phagepress-cache/index.json': 'stays',
    'site/c.json': 'live',
  });
});

test('what is only named like a leftover stays', async () => {
  const { folder, out } = folderWith({ 'site/a.json': 'x' });
  const mine = ['staging-notes', 'staging-0a1b2c3d-mine', 'discarded-0A1B2C3D', 'staging-0a1b2c3'];
  for (const name of mine) addFile(folder, `.site.phagepress-${name}/mine.txt`, 'x');
  const staging = path.join(folder, '.site.phagepress-staging-0a1b2c3d');
  addFile(staging, 'left.json', 'x');
  addFile(besideStaging(staging, 'batches'), '0/0', 'x');
  addFile(besideStaging(staging, 'packed'), '0', 'x');
  await sweep(out);
  expect(readdirSync(folder).toSorted()).toEqual(
    ['site', ...mine.map((name) => `.site.phagepress-${name}`)].toSorted(),
  );
});

test('a staging folder starts empty, and is made where there is none', async () => {
  const folder = tempFolder({ 'staging/leftover.json': 'x' });
  await emptyFolder(path.join(folder, 'staging'));
  await emptyFolder(path.join(folder, 'new/one'));
  expect(filesIn(folder)).toEqual({});
  const failure = await failureOf(
    emptyFolder(path.join(tempFolder({ file: 'x' }), 'file/staging')),
  );
  expect(failure.kind).toBe('machine');
});

test('the folders beside two sites of one parent are all different, hidden, and beside them', () => {
  const folders = ['a', 'b'].flatMap((site) =>
    (['staging', 'old', 'cache', 'lock'] as const).map((what) => besideSite(`/srv/${site}`, what)),
  );
  expect(new Set(folders).size).toBe(8);
  for (const folder of folders) expect(folder).toMatch(/^\/srv\/\.[ab]\.phagepress-\w+$/);
});
