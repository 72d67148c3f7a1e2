/** Builds of which something fails once the new site is live: it stays, and is said to be. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BuildEffects } from '../../../src/pipeline/planSite.ts';
import { Failure } from '../../../src/base/failure.ts';
import type { Progress } from '../../../src/base/progress.ts';
import { besideSite } from '../../../src/publishing/outFolder.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { build } from '../publishing/build.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';

/** Does something when the progress ends: a build that has published does so behind the swap. */
function onceLive(act: () => void): Progress {
  let isFlushing = false;
  return {
    stage(name) {
      isFlushing = name === 'Flushing to the disk';
    },
    advance() {},
    end() {
      if (isFlushing) act();
    },
  };
}

const genes = (Notes: string) => asLines([tinyGene('Quillon', 1, { Notes })]);

/** A live site that was built of `old`, and data that says `new`. */
async function liveSite() {
  const folder = tempFolder({
    'data/genes/a.ndjson': genes('old'),
    'data/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  });
  await build(folder);
  addFile(folder, 'data/genes/a.ndjson', genes('new, and longer'));
  const out = path.join(folder, 'site');
  const again = (progress?: Progress, effects?: Partial<Pick<BuildEffects, 'note' | 'signal'>>) =>
    build(folder, {}, inProcessWorkers, progress, effects);
  const saidOf = (site: string) => readFileSync(path.join(site, 'api/genes/index.json'), 'utf8');
  return { folder, out, again, isLive: () => saidOf(out).includes('new, and longer') };
}

const systemError = () => Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'write' });

test('what fails once the new site is live says so, with its own kind, hint and details', async () => {
  const { folder, out, again, isLive } = await liveSite();
  const names = readdirSync(folder);
  const error = new Failure('usage', 'Nobody listens.', { hint: 'Listen.', lines: ['Not he.'] });
  const failing = again(
    onceLive(() => {
      throw error;
    }),
  );
  await expect(failing).rejects.toMatchObject({
    kind: 'usage',
    message: `The new site is live in ${out}, but then this failed: Nobody listens.`,
    hint: 'Listen.',
    lines: ['Not he.'],
    cause: error,
  });
  expect(isLive()).toBe(true);
  // No lock and no staging; the old site is left for the command to remove.
  const [discarded = '', ...others] = readdirSync(folder).filter((name) => !names.includes(name));
  expect([discarded, others]).toEqual([
    expect.stringMatching(/^\.site\.phagepress-discarded-/),
    [],
  ]);
  expect(existsSync(path.join(folder, discarded, 'release.json'))).toBe(true);
  // The next build knows that there is nothing to do, and removes the old site.
  const site = await again();
  expect(site?.unchanged).toBe(site?.files);
  expect(readdirSync(folder)).toEqual(names);
});

test('what fails once the new site is live says so where the lock was lost, too', async () => {
  const { out, again, isLive } = await liveSite();
  const lock = besideSite(out, 'lock');
  const failing = again(
    onceLive(() => {
      rmSync(lock, { recursive: true });
      throw systemError();
    }),
  );
  await expect(failing).rejects.toMatchObject({
    kind: 'machine',
    message: `The new site is live in ${out}, but then this failed: The lock of ${out}, ${lock}, was lost to another command.`,
    hint: expect.stringContaining('Was this one suspended?'),
  });
  expect(isLive()).toBe(true);
});

test('a cache that cannot be kept is a note, and what was kept before holds for the next build', async () => {
  const { out, again, isLive } = await liveSite();
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const stage = (name: string) => {
    if (name !== 'Flushing to the disk') return;
    // A folder where the index is written.
    mkdirSync(path.join(besideSite(out, 'cache'), 'index.json.new'));
  };
  expect(await again({ stage, advance() {}, end() {} }, { note })).not.toBeNull();
  expect(notes.splice(0)).toEqual([expect.stringMatching(/^The cache could not be kept: /)]);
  expect(isLive()).toBe(true);
  const site = await again(undefined, { note });
  expect(notes).toEqual([]);
  expect(site?.unchanged).toBe(site?.files);
});

test('a signal that comes once the new site is live does not undo the build: right behind the swap', async () => {
  const { folder, again, isLive } = await liveSite();
  const controller = new AbortController();
  const { signal } = controller;
  const watcher = watch(folder, () => {
    if (isLive()) controller.abort(new Error('too late'));
  });
  try {
    expect(await again(undefined, { signal })).not.toBeNull();
  } finally {
    watcher.close();
  }
  expect(signal.aborted).toBe(true);
  // It is remembered for the next one.
  const site = await again();
  expect(site?.unchanged).toBe(site?.files);
});

test('a signal that comes once the new site is live does not undo the build: when all is done', async () => {
  const { again, isLive } = await liveSite();
  const controller = new AbortController();
  const { signal } = controller;
  const lately = onceLive(() => controller.abort(new Error('too late')));
  const site = await again(lately, { signal });
  expect(signal.aborted).toBe(true);
  expect(site?.unchanged).toBeLessThan(site?.files ?? 0);
  expect(isLive()).toBe(true);
});
