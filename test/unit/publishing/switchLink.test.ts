import { existsSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import {
  newStagingFolder,
  resolveOutFolder,
  sitePathOf,
} from '../../../src/publishing/outFolder.ts';
import { removeDiscarded } from '../../../src/publishing/publishSite.ts';
import { publishLinked, releaseFolders, rollBack } from '../../../src/publishing/switchLink.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { releaseText } from './siteFolder.ts';

const { signal } = new AbortController();
const lock = { isHeld: () => true, assertHeld() {} };
const disk = {
  flushFolder: () => Promise.resolve(),
  swapFolders: () => Promise.reject(new Error()),
};

const idOf = (number: number) => number.toString(16).padStart(64, 'a');

/** Publishes a site of two files that both hold its number. */
async function publish(out: string, number: number, keep: number | 'all' = 3): Promise<void> {
  const staging = newStagingFolder(out);
  for (const file of ['one.txt', 'two.txt']) addFile(staging, file, String(number));
  addFile(staging, 'release.json', releaseText({ release: idOf(number) }));
  await publishLinked(staging, out, { release: idOf(number) }, keep, { lock, signal, disk });
}

/** Reads without a pause until told to stop: each time both files by the path, and both of one folder. */
const reader = `
const { parentPort, workerData: out } = require('node:worker_threads');
const fs = require('node:fs');
let stop = false, reads = 0, misses = [], torn = 0;
parentPort.on('message', () => (stop = true));
parentPort.postMessage('ready');
(function read() {
  for (let round = 0; round < 50; round++) {
    reads++;
    try {
      fs.readFileSync(out + '/one.txt');
      const folder = fs.realpathSync(out);
      const [one, two] = ['/one.txt', '/two.txt'].map((file) => fs.readFileSync(folder + file, 'utf8'));
      if (one !== two) torn++;
    } catch (error) { misses.push(error.code); }
  }
  if (stop) parentPort.postMessage({ reads, misses, torn });
  else setImmediate(read);
})();`;

describe('a site whose path is a link', () => {
  test('is there for a reader at each moment of a thousand publications, and never two at once', async () => {
    const out = path.join(tempFolder(), 'site');
    await publish(out, 1);
    const worker = new Worker(reader, { eval: true, workerData: out });
    await new Promise((resolve) => worker.once('message', resolve));
    for (let number = 2; number <= 1001; number++) await publish(out, number, 'all');
    const told = new Promise((resolve) => worker.once('message', resolve));
    worker.postMessage('stop');
    const result = (await told) as { reads: number; misses: string[]; torn: number };
    await worker.terminate();
    expect(result).toMatchObject({ misses: [], torn: 0 });
    expect(result.reads).toBeGreaterThan(100);
    await publish(out, 1002, 2);
    await removeDiscarded(out, signal);
    expect(readdirSync(path.dirname(out)).sort()).toEqual([
      `.site.phagepress-release-1001-${idOf(1001).slice(0, 16)}`,
      `.site.phagepress-release-1002-${idOf(1002).slice(0, 16)}`,
      'site',
    ]);
  });

  test('is one for all commands, and its folders are its own', async () => {
    const folder = tempFolder();
    const out = path.join(folder, 'site');
    await publish(out, 1, 'all');
    await publish(out, 1, 'all');
    await publish(path.join(folder, 'site-2'), 9);
    expect(await sitePathOf(out)).toBe(out);
    expect(releaseFolders(out).map(({ number, isLive }) => [number, isLive])).toEqual([
      [2, true],
      [1, false],
    ]);
    // A link of somebody else's is followed to it.
    symlinkSync('site', path.join(folder, 'other'));
    symlinkSync(path.join(folder, 'other'), path.join(folder, 'another'));
    expect(await sitePathOf(path.join(folder, 'another'))).toBe(out);
    const release = path.join(folder, releaseFolders(out)[0]!.name);
    expect(await sitePathOf(release)).not.toBe(out);
    await expect(resolveOutFolder(release, path.join(folder, 'data'))).rejects.toThrow(
      /is the folder of a release of .*site\.$/,
    );
  });

  test('goes back to what was live before, also after a build that followed a rollback', async () => {
    const out = path.join(tempFolder(), 'site');
    await publish(out, 1, 2);
    await publish(out, 2, 2);
    await rollBack(out, null);
    await publish(out, 3, 2);
    const { from, to } = await rollBack(out, null);
    expect([from.release?.release, to.release?.release]).toEqual([idOf(3), idOf(1)]);
    // A file of such a name is no release.
    addFile(path.dirname(out), `.site.phagepress-release-0009-${'a'.repeat(16)}`, '');
    await publish(out, 4, 2);
    expect((await rollBack(out, null)).to.release?.release).toBe(idOf(1));
  });

  test('cannot go back to what is gone or damaged', async () => {
    const out = path.join(tempFolder(), 'site');
    for (const number of [1, 2, 3]) await publish(out, number);
    await rollBack(out, null);
    const [third, , first] = releaseFolders(out).map(({ name }) =>
      path.join(path.dirname(out), name),
    );
    rmSync(path.join(out, 'release.json'));
    // Of the live one, which is damaged, it is known when it came.
    expect(await rollBack(out, null)).toMatchObject({ to: { number: 1 }, from: { number: 2 } });
    await rollBack(out, idOf(3));
    addFile(first ?? '', 'release.json', '{');
    await expect(rollBack(out, null)).rejects.toThrow(/There is no release before the live one/);
    rmSync(first ?? '', { recursive: true });
    expect(existsSync(third ?? '')).toBe(true);
    await expect(rollBack(out, idOf(1))).rejects.toThrow(/There is no release with an id/);
    expect(existsSync(path.join(out, 'one.txt'))).toBe(true);
  });

  test('stays as it is where publishing is interrupted', async () => {
    const out = path.join(tempFolder(), 'site');
    await publish(out, 1);
    const before = readlinkSync(out);
    const staging = newStagingFolder(out);
    addFile(staging, 'one.txt', '2');
    const stop = AbortSignal.abort(new Error('stopped'));
    const publishing = publishLinked(staging, out, { release: idOf(2) }, 2, {
      lock,
      signal: stop,
      disk,
    });
    await expect(publishing).rejects.toThrow('stopped');
    expect(readlinkSync(out)).toBe(before);
    expect(existsSync(staging)).toBe(true);
  });
});
