import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure, Interrupted } from '../../../src/failure.ts';
import { besideSite, besideStaging, newStagingFolder } from '../../../src/publishing/besideSite.ts';
import {
  emptyFolder,
  publishSite,
  removeDiscarded,
  repairSwap,
  sweepLeftovers,
} from '../../../src/publishing/publishSite.ts';
import { readLiveRelease } from '../../../src/publishing/liveRelease.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { filesIn, releaseText, siteWith } from './siteFolder.ts';

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

describe('publishing', () => {
  test('makes the staged files the site, and leaves nothing beside it', async () => {
    const folder = tempFolder();
    const out = path.join(folder, 'site');
    await publishSite(stage(out, { 'a/b.json': '1', 'c.json': '2' }), out, unhindered);
    expect(filesIn(folder)).toEqual({ 'site/a/b.json': '1', 'site/c.json': '2' });
  });

  test('replaces the whole site: what is no longer there is gone', async () => {
    const folder = tempFolder({
      'site/api/gone.json': 'old',
      'site/c.json': 'old',
      other: 'stays',
    });
    const out = path.join(folder, 'site');
    await publishSite(stage(out, { 'c.json': 'new' }), out, unhindered);
    expect(filesThatStay(folder)).toEqual({ other: 'stays', 'site/c.json': 'new' });
  });

  test('leaves the old site to be removed afterwards, under a name of its own', async () => {
    const folder = tempFolder({ 'site/c.json': 'old' });
    const out = path.join(folder, 'site');
    await publishSite(stage(out, { 'c.json': 'newer' }), out, unhindered);
    await publishSite(stage(out, { 'c.json': 'newest' }), out, unhindered);
    expect(Object.values(filesIn(folder)).toSorted()).toEqual(['newer', 'newest', 'old']);
    expect(filesThatStay(folder)).toEqual({ 'site/c.json': 'newest' });
    await removeDiscarded(out, signal);
    expect(filesIn(folder)).toEqual({ 'site/c.json': 'newest' });
  });

  test('replaces an empty folder', async () => {
    const out = path.join(tempFolder(), 'empty');
    mkdirSync(out);
    await publishSite(stage(out, { 'c.json': 'new' }), out, unhindered);
    expect(filesIn(out)).toEqual({ 'c.json': 'new' });
  });

  test('sweeps what an earlier swap left behind', async () => {
    const folder = tempFolder({ 'site/c.json': 'old' });
    const out = path.join(folder, 'site');
    addFile(besideSite(out, 'old'), 'older.json', 'older');
    await publishSite(stage(out, { 'c.json': 'new' }), out, unhindered);
    expect(filesThatStay(folder)).toEqual({ 'site/c.json': 'new' });
  });

  test('that fails leaves the live site as it was', async () => {
    const folder = tempFolder({ 'site/c.json': 'old' });
    const out = path.join(folder, 'site');
    const failure = await failureOf(publishSite(besideSite(out, 'staging'), out, unhindered));
    expect(failure).toMatchObject({
      kind: 'machine',
      message: expect.stringContaining('Cannot flush '),
      hint: expect.stringContaining('Nothing was published.'),
    });
    expect(filesIn(folder)).toEqual({ 'site/c.json': 'old' });
  });

  test('that is interrupted before the swap leaves the live site as it was', async () => {
    const folder = tempFolder({ 'site/c.json': 'old' });
    const out = path.join(folder, 'site');
    const interruption = new AbortController();
    const reason = new Interrupted('Interrupted.');
    const staging = stage(out, { 'c.json': 'new' });
    const publishing = publishSite(staging, out, { lock: held, signal: interruption.signal });
    interruption.abort(reason);
    await expect(publishing).rejects.toBe(reason);
    expect(filesIn(out)).toEqual({ 'c.json': 'old' });
  });

  test('ends before the swap when the lock is lost', async () => {
    const folder = tempFolder({ 'site/c.json': 'old' });
    const out = path.join(folder, 'site');
    const lost = new Failure('machine', 'lost');
    const assertHeld = () => {
      throw lost;
    };
    const publishing = publishSite(stage(out, { 'c.json': 'new' }), out, {
      lock: { ...held, assertHeld },
      signal,
    });
    expect(await failureOf(publishing)).toBe(lost);
    expect(filesIn(out)).toEqual({ 'c.json': 'old' });
  });
});

describe('a live site that cannot be read', () => {
  test.each(['release.json', 'manifest.json'])(
    'because of its %s is nobody else’s for that, and the file is named',
    async (name) => {
      const folder = tempFolder(siteWith('site', { 'a.json': '{}' }));
      const file = path.join(folder, 'site', name);
      rmSync(file);
      // Reading a link to itself fails for everybody, whatever their rights.
      symlinkSync(name, file);
      expect(await failureOf(readLiveRelease(path.join(folder, 'site')))).toMatchObject({
        kind: 'machine',
        message: expect.stringMatching(new RegExp(`^Cannot read .*${name}: .*ELOOP`)),
      });
    },
  );
});

test.runIf(process.platform !== 'win32').each(['release.json', 'manifest.json'])(
  'a pipe in the place of %s is not waited for, and the folder is nobody’s site',
  async (name) => {
    const folder = tempFolder(siteWith('site', { 'a.json': '{}' }));
    const file = path.join(folder, 'site', name);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(await failureOf(readLiveRelease(path.join(folder, 'site')))).toMatchObject({
      kind: 'usage',
    });
  },
);

describe('a folder that may be replaced', () => {
  test('is one where there is nothing, or one that is empty', async () => {
    expect(await readLiveRelease(path.join(tempFolder(), 'site'))).toBeNull();
    expect(await readLiveRelease(tempFolder())).toBeNull();
  });

  test('is a site of this program, whose release is given', async () => {
    const folder = tempFolder(siteWith('site', { 'api/index.json': '{}', _headers: '' }));
    const release = await readLiveRelease(path.join(folder, 'site'));
    expect(release).toEqual(JSON.parse(releaseText()));
  });

  test('may hold what file managers leave', async () => {
    const folder = tempFolder({
      ...siteWith('site', { 'api/index.json': '{}' }),
      'site/.DS_Store': 'x',
      'site/api/Thumbs.db': 'x',
    });
    expect(await readLiveRelease(path.join(folder, 'site'))).not.toBeNull();
  });

  test('may miss some of its files', async () => {
    const { 'site/a.json': _, ...rest } = siteWith('site', { 'a.json': '{}', 'b.json': '{}' });
    expect(await readLiveRelease(path.join(tempFolder(rest), 'site'))).not.toBeNull();
  });
});

describe('a folder that is somebody else’s', () => {
  test.each<[what: string, files: Record<string, string>]>([
    ['with other files', { 'site/thesis.doc': 'x' }],
    ['with a hidden file', { 'site/.git/config': 'x' }],
    ['with a release.json of something else', { 'site/release.json': '{"program":"other"}' }],
    ['with a broken release.json', { 'site/release.json': releaseText().slice(0, -1) }],
    ['with a release.json that is a folder', { 'site/release.json/x': 'x' }],
    ['with a site in a folder of it', siteWith('site/dist', { 'a.json': '{}' })],
  ])('%s is refused, and not touched', async (_what, files) => {
    const folder = tempFolder(files);
    const out = path.join(folder, 'site');
    expect(await failureOf(readLiveRelease(out))).toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(/ holds .+, not a site built by phagepress\.$/),
      hint: 'Nothing was touched. Name an empty or new folder with --out.',
    });
    expect(filesIn(folder)).toEqual(files);
  });

  test.each([['manifest.json'], ['release.json']])(
    'whose %s is damaged is refused as a site that is damaged',
    async (name) => {
      const files = { ...siteWith('site', { 'a.json': '{}' }), [`site/${name}`]: '{"' };
      const folder = tempFolder(files);
      const out = path.join(folder, 'site');
      expect(await failureOf(readLiveRelease(out))).toMatchObject({
        kind: 'usage',
        message: `${out} was built by phagepress, but its ${name} is missing or damaged, so what else lies there cannot be told.`,
        hint: `Nothing was touched. If all in it is the site, remove ${out} and build again.`,
      });
      expect(filesIn(folder)).toEqual(files);
    },
  );

  test('that has a release.json alone is one that is damaged', async () => {
    const folder = tempFolder({ 'site/release.json': releaseText() });
    const failure = await failureOf(readLiveRelease(path.join(folder, 'site')));
    expect(failure.message).toContain('its manifest.json is missing or damaged');
  });

  test('because a folder of files stands in the place of one of its own is refused', async () => {
    const { 'site/a.json': _, ...files } = siteWith('site', { 'a.json': '{}' });
    const folder = tempFolder({ ...files, 'site/a.json/mine.txt': 'x' });
    const failure = await failureOf(readLiveRelease(path.join(folder, 'site')));
    expect(failure.message).toContain('holds a.json/mine.txt, which');
  });

  test('because it is a file is refused, and not touched', async () => {
    const folder = tempFolder({ site: 'thesis' });
    const out = path.join(folder, 'site');
    expect(await failureOf(readLiveRelease(out))).toMatchObject({
      kind: 'usage',
      message: `${out} is a file, not a site built by phagepress.`,
    });
    expect(filesIn(folder)).toEqual({ site: 'thesis' });
  });

  test.each(['CNAME', 'api/notes.txt', '.well-known/security.txt', 'my folder/x'])(
    'because %s was added to a site is refused, and not touched',
    async (added) => {
      const files = { ...siteWith('site', { 'api/index.json': '{}' }), [`site/${added}`]: 'x' };
      const folder = tempFolder(files);
      const out = path.join(folder, 'site');
      const failure = await failureOf(readLiveRelease(out));
      expect(failure.kind).toBe('usage');
      expect(failure.message).toMatch(/ holds .+, which phagepress did not put there\.$/);
      expect(filesIn(folder)).toEqual(files);
    },
  );

  test('because an empty folder was added to a site is refused', async () => {
    const folder = tempFolder(siteWith('site', { 'a.json': '{}' }));
    mkdirSync(path.join(folder, 'site/mine'));
    const failure = await failureOf(readLiveRelease(path.join(folder, 'site')));
    expect(failure.message).toContain('holds mine, which');
  });
});

describe('a swap that was killed half way', () => {
  test('is undone: the site that was moved aside comes back', async () => {
    for (const repair of [repairSwap, sweep]) {
      const folder = tempFolder({ 'site/c.json': 'old' });
      const out = path.join(folder, 'site');
      renameSync(out, besideSite(out, 'old'));
      await repair(out);
      expect(filesIn(folder)).toEqual({ 'site/c.json': 'old' });
    }
  });

  test('does not come back over a site that is there', async () => {
    const folder = tempFolder({ 'site/c.json': 'new' });
    const out = path.join(folder, 'site');
    addFile(besideSite(out, 'old'), 'c.json', 'old');
    await repairSwap(out);
    expect(filesIn(out)).toEqual({ 'c.json': 'new' });
  });

  test('is nothing to do where there was none', async () => {
    const folder = tempFolder();
    await repairSwap(path.join(folder, 'site'));
    await sweep(path.join(folder, 'site'));
    expect(filesIn(folder)).toEqual({});
  });
});

test('what killed commands left is swept, and nothing else', async () => {
  const folder = tempFolder({ 'site/c.json': 'live', '.site.other/x': 'stays' });
  const out = path.join(folder, 'site');
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
  const folder = tempFolder({ 'site/a.json': 'x' });
  const out = path.join(folder, 'site');
  const mine = ['staging-notes', 'staging-0a1b2c3d-mine', 'discarded-0A1B2C3D', 'staging-0a1b2c3'];
  for (const name of mine) addFile(folder, `.site.phagepress-${name}/mine.txt`, 'x');
  const staging = path.join(folder, '.site.phagepress-staging-0a1b2c3d');
  addFile(staging, 'left.json', 'x');
  addFile(besideStaging(staging, 'batches'), '0/0', 'x');
  addFile(besideStaging(staging, 'packed'), '0', 'x');
  await sweepLeftovers(out, () => {}, new AbortController().signal);
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
