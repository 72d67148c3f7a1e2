/** The live site changes as a whole or not at all, whatever happens to a build. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { exitOf, runCli, runWell, startCli, untilSaid } from './runCli.ts';
import { tinyData } from './tinyData.ts';
import {
  differences,
  inWorkFolder,
  readTree,
  sharedFolder,
  snapshot,
  writeFiles,
} from './workFolder.ts';

/** Data that takes so long to write that a build can be caught at it. */
const sample = sharedFolder(async (folder) => {
  await runWell(['sample', '--genes', '2000', '--out', 'data'], { cwd: folder });
});

const fromSample = (cwd: string) => ['--data', path.relative(cwd, path.join(sample(), 'data'))];

test('a build that is killed while it writes leaves the live site alone, and the next one sweeps up', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, tinyData);
    await runWell(['build'], { cwd });
    const live = await snapshot(path.join(cwd, 'dist'));

    const child = startCli(['build', ...fromSample(cwd)], { cwd });
    await untilSaid(child.stderr, 'Writing');
    child.kill('SIGKILL');
    expect(await exitOf(child)).toBe(null);
    expect(differences(live, await snapshot(path.join(cwd, 'dist')))).toEqual([]);

    await runWell(['build'], { cwd });
    expect((await readdir(cwd)).sort()).toEqual(['.dist.phagepress-cache', 'data', 'dist']);
  });
});

test('of two builds at once into one folder, none publishes a site that is not whole', async () => {
  await inWorkFolder(async (cwd) => {
    await runWell(['build', '--out', 'alone', '--no-cache', ...fromSample(cwd)], { cwd });

    const first = startCli(['build', ...fromSample(cwd)], { cwd });
    const firstSaid = text(first.stderr);
    await untilSaid(first.stderr, 'Writing');
    const second = await runCli(['build', ...fromSample(cwd)], { cwd });
    const codes = [await exitOf(first), second.status];
    expect(codes).toContain(0);
    expect([0, 3]).toEqual(expect.arrayContaining(codes));
    // Whichever steps back does so by decision, not because its files vanished.
    expect(`${await firstSaid}${second.stderr}`).not.toMatch(/ENOENT|ENOTEMPTY|EEXIST/);

    const [alone, site] = [
      await readTree(path.join(cwd, 'alone')),
      await readTree(path.join(cwd, 'dist')),
    ];
    expect(differences(alone, site)).toEqual([]);
    expect((await readdir(cwd)).sort()).toEqual(['.dist.phagepress-cache', 'alone', 'dist']);
  });
});

test('a site that holds files of somebody else as well is not replaced', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, tinyData);
    await runWell(['build'], { cwd });
    await writeFiles(cwd, { 'dist/CNAME': 'phages.example\n', 'dist/.git/HEAD': 'ref: x\n' });
    const before = await snapshot(cwd);
    const { status, stderr } = await runCli(['build'], { cwd });
    // The folder's own time tells only that a lock came and went.
    const touched = differences(before, await snapshot(cwd)).filter((name) => name !== '');
    expect(touched).toEqual([]);
    expect(status).toBe(2);
    expect(stderr).toContain('dist holds .git,');
  });
});
