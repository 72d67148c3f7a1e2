/** A disk or a limit that lets a build write no more: the old site stays, and the message says why. */
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runWell } from '../integration/runCli.ts';
import { differences, inWorkFolder } from '../integration/workFolder.ts';
import { type LiveSite, withLiveSite } from './liveSite.ts';
import { type Shortage, shortages } from './shortage.ts';
import { buildArgs, hashTree, sharedVersions } from './siteVersions.ts';
import { startStepped, untilGone } from './steppedRun.ts';
import { expectClear, expectFailure, steps } from './steps.ts';

const sites = sharedVersions(150);

describe.concurrent.each(shortages)('$name', (shortage: Shortage) => {
  const { out, prepare, clear } = shortage;
  const withShortage = (use: (site: LiveSite) => Promise<void>) =>
    withLiveSite(sites, use, { out, prepare, clear });

  test.each([
    ['its sorted runs are spilled', steps.spillRun],
    ['what is known of its sources is kept', steps.keepFacts],
    ['its pages are staged', steps.stagePage],
    ['its genes are dealt out by family', steps.partitionGenes],
    ['its manifest is staged', steps.stageManifest],
    ['its release is staged', steps.stageRelease],
  ] as const)('a build that cannot write on while %s leaves the old site', async (_, stopAt) => {
    await withShortage(async (site) => {
      const run = site.start({ stopAt });
      await run.untilStopped();
      shortage.begin(site.cwd, run);
      run.resume();
      const result = await run.ended;
      await untilGone(run);
      expect(site.version()).toBe('a');
      shortage.end(site.cwd);
      await site.expectMended();
      expectFailure(result, 3, new RegExp(shortage.code), /^ {2}hint: /m);
    });
  });

  test('a build that cannot write the index of its cache has published a whole site and says so', async () => {
    await withShortage(async (site) => {
      const run = site.start({ stopAt: steps.keepIndex });
      await run.untilStopped();
      shortage.begin(site.cwd, run);
      run.resume();
      const { status, stdout, stderr } = await run.ended;
      await untilGone(run);
      expect(site.version()).toBe('b');
      shortage.end(site.cwd);
      await site.expectMended();
      expectClear(stderr);
      expect(stderr).toMatch(/cache/);
      // The site is what was asked for; without a cache the next build is slower, that is all.
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Built /);
    });
  });
});

describe.concurrent('a step of a build in shares that cannot write on', () => {
  test.each(
    shortages.flatMap((shortage) => [
      ['a page', { ...steps.stagePage, nth: 1 }, shortage] as const,
      ['its result', { call: 'openSync', path: '/results/render/' }, shortage] as const,
    ]),
  )('is run again, and nothing is published before: %s', async (_, stopAt, shortage) => {
    await inWorkFolder(async (cwd) => {
      shortage.prepare(cwd);
      try {
        sites.putData(cwd, 'b');
        const folder = path.dirname(shortage.out);
        const plan = path.join(folder, 'plan');
        const [, ...options] = [...buildArgs, '--out', shortage.out];
        await runWell(['shard', 'plan', plan, '--shards', '1', ...options], { cwd });
        const step = (name: string) => ['shard', name, plan, '1'];
        for (const name of ['genomes', 'sort']) await runWell(step(name), { cwd });
        const run = startStepped(step('render'), { cwd, stopAt });
        await run.untilStopped();
        shortage.begin(cwd, run);
        run.resume();
        expectFailure(await run.ended, 3, new RegExp(shortage.code), /^ {2}hint: /m);
        await untilGone(run);
        shortage.end(cwd);
        const join = ['shard', 'join', plan];
        const early = startStepped(join, { cwd });
        expectFailure(await early.ended, 1, /share 1 of the step render is missing/);
        expect(existsSync(path.join(cwd, shortage.out))).toBe(false);
        for (const name of ['render', 'derive']) await runWell(step(name), { cwd });
        await runWell(join, { cwd });
        expect(differences(sites.site('b'), hashTree(path.join(cwd, shortage.out)))).toEqual([]);
      } finally {
        shortage.clear(cwd);
      }
    });
  });
});

describe.concurrent('a disk that has too little room for a temporary run', () => {
  test.each(shortages)('ends a check with its reason, $name', async (shortage) => {
    await inWorkFolder(async (cwd) => {
      shortage.prepare(cwd);
      try {
        sites.putData(cwd, 'b');
        const temporary = path.join(cwd, path.dirname(shortage.out), 'temporary');
        mkdirSync(temporary);
        const env = { TMPDIR: temporary };
        const run = startStepped(['check'], { cwd, env, stopAt: steps.spillRun });
        await run.untilStopped();
        shortage.begin(cwd, run);
        run.resume();
        expectFailure(await run.ended, 3, new RegExp(shortage.code));
        expect(readdirSync(temporary)).toEqual([]);
      } finally {
        shortage.clear(cwd);
      }
    });
  });

  test('is seen before anything is read', async () => {
    await withLiveSite(sites, async (site) => {
      // Larger than any disk, and yet not there: a hole.
      const huge = path.join(site.cwd, 'data/genes/huge.ndjson');
      writeFileSync(huge, '');
      truncateSync(huge, 2 ** 43);
      expectFailure(await site.build(), 3, /too little room/, /^ {2}hint: /m);
      expect(site.version()).toBe('a');
      rmSync(huge);
      await site.expectMended();
    });
  });
});
