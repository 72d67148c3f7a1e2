/** Commands that end before their time, by a signal or for want of memory: the old site stays, and nothing else does. */
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { asLines, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { withLiveSite } from './liveSite.ts';
import { sharedVersions } from './siteVersions.ts';
import { runStepped, startStepped, untilGone } from './steppedRun.ts';
import { expectClear, expectFailure, steps } from './steps.ts';

const sites = sharedVersions(150);

describe.concurrent('a worker thread that runs out of memory', () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=40' };
  const hosts = Array.from({ length: 900_000 }, (_, id) => ({ id }));

  test.each(['build', 'check'])(
    'ends a %s with a message and a hint, and leaves the old site',
    async (command) => {
      await withLiveSite(sites, async (site) => {
        const greedy = path.join(site.cwd, 'data/phages/greedy.ndjson');
        const phage = { ...tinyPhage('Greedy'), verified_hosts: hosts };
        writeFileSync(greedy, asLines([phage]));
        const result =
          command === 'build'
            ? await site.build({ env })
            : await runStepped(['check'], { cwd: site.cwd, env });
        expectFailure(result, 3, /memory/, /^ {2}hint: .*--jobs/m);
        expect(site.version()).toBe('a');
        rmSync(greedy);
        await site.expectMended();
      });
    },
  );
});

describe.concurrent('a build that is asked to end', () => {
  const moments = [
    ['reads', steps.spillRun],
    ['writes', steps.stagePage],
    ['publishes', steps.swap],
    ['has published', steps.discard],
  ] as const;
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  const cases = moments.flatMap(([name, stopAt]) => [
    ['SIGINT', name, stopAt] as const,
    [name === 'writes' ? 'SIGTERM' : 'SIGHUP', name, stopAt] as const,
  ]);

  test.each(cases)(
    'by %s while it %s says which site is live, and leaves nothing else',
    async (signal, name, stopAt) => {
      await withLiveSite(sites, async (site) => {
        const beside = readdirSync(site.cwd);
        const run = site.start({ stopAt }, ['--quiet']);
        await run.untilStopped();
        run.send(signal);
        run.resume();
        const { status, stderr } = await run.ended;
        await untilGone(run);
        const isNew = name.includes('publishe');
        const outcome = isNew ? 'the new site is live in dist' : 'dist is as it was';
        expect({ status, stderr }).toEqual({
          status: codes[signal],
          stderr: `Interrupted; ${outcome}.\n`,
        });
        expect(site.version()).toBe(isNew ? 'b' : 'a');
        expect(readdirSync(site.cwd)).toEqual(beside);
        await site.expectMended();
        expect(site.version()).toBe('b');
      });
    },
  );

  test('twice ends at once, also while the first signal cannot be heeded', async () => {
    await withLiveSite(sites, async (site) => {
      // The thread that is stopped is one that is waited for.
      const run = site.start({ stopAt: steps.stagePage });
      await run.untilStopped();
      for (const signal of ['SIGINT', 'SIGINT'] as const) run.send(signal);
      run.resume();
      const { status, stderr } = await run.ended;
      expectClear(stderr);
      expect(status).toBe(130);
      await untilGone(run);
      expect(site.version()).toBe('a');
      await site.expectMended();
    });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'a check that %s ends leaves nothing behind',
    async (signal) => {
      await withEndedCheck(signal, (temporary) => {
        expect(readdirSync(temporary)).toEqual([]);
        return Promise.resolve();
      });
    },
  );

  test('a check that is killed leaves a folder that a check of another day removes', async () => {
    await withEndedCheck('SIGKILL', async (temporary, check) => {
      const [left = '', ...others] = readdirSync(temporary);
      expect([left, others]).toEqual([expect.stringMatching(/^phagepress-/), []]);
      const folder = path.join(temporary, left);
      // It could be that of a check whose process is not seen from here.
      const today = Date.now() / 1000 - 23 * 3600;
      utimesSync(folder, today, today);
      expect(await check()).toMatchObject({ status: 0 });
      expect(readdirSync(temporary)).toEqual([left]);
      const yesterday = Date.now() / 1000 - 25 * 3600;
      utimesSync(folder, yesterday, yesterday);
      expect(await check()).toMatchObject({ status: 0 });
      expect(readdirSync(temporary)).toEqual([]);
    });
  });
});

/** Ends a check while it spills; `use` gets the folder of temporary files, and can run another check. */
async function withEndedCheck(
  signal: NodeJS.Signals,
  use: (temporary: string, check: () => ReturnType<typeof runStepped>) => Promise<void>,
): Promise<void> {
  await inWorkFolder(async (cwd) => {
    sites.putData(cwd, 'a');
    const temporary = path.join(cwd, 'temporary');
    mkdirSync(temporary);
    const env = { TMPDIR: temporary };
    const run = startStepped(['check'], { cwd, env, stopAt: steps.spillRun });
    await run.untilStopped();
    run.send(signal);
    run.resume();
    await run.ended;
    await untilGone(run);
    await use(temporary, () => runStepped(['check'], { cwd, env }));
  });
}
