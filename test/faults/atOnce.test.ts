/** Several commands at work on one site: the site is that of one of them, as a whole. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withPreview } from '../integration/previewProcess.ts';
import { withLiveSite } from './liveSite.ts';
import { buildArgs, sharedVersions } from './siteVersions.ts';
import { startStepped, until, untilGone } from './steppedRun.ts';
import { expectClear, expectFailure, steps } from './steps.ts';

const sites = sharedVersions(150);

describe.concurrent('two builds at once into one folder', () => {
  test('one of them waits, and the site is that of the last', async () => {
    await withLiveSite(sites, async (site) => {
      const first = site.start({ stopAt: steps.stagePage });
      await first.untilStopped();
      const second = startStepped([...buildArgs, '--data', sites.data('b')], { cwd: site.cwd });
      await until(() => second.complaints().includes('Waiting'));
      first.send('SIGCONT');
      const results = [await first.ended, await second.ended];
      for (const { status, stderr } of results) {
        expectClear(stderr);
        expect(status, stderr).toBe(0);
      }
      await site.expectMended();
    });
  });

  test('one that waits in vain says so and changes nothing', async () => {
    await withLiveSite(sites, async (site) => {
      // A command that is alive renews its lock; this one stands in for it.
      const lock = path.join(site.cwd, '.dist.phagepress-lock');
      mkdirSync(lock);
      const renewing = setInterval(() => {
        rmSync(lock, { recursive: true });
        mkdirSync(lock);
      }, 1000);
      try {
        expectFailure(await site.build(), 3, /Another phagepress command/, /^ {2}hint: /m);
      } finally {
        clearInterval(renewing);
        rmSync(lock, { recursive: true });
      }
      expect(site.version()).toBe('a');
      await site.expectMended();
    });
  });

  // A known gap: between the last look at the lock and the swap lies a moment.
  test.fails(
    'one that slept until its lock was taken does not write into the site of the other',
    { timeout: 60_000 },
    async () => {
      await withLiveSite(sites, async (site) => {
        const { cwd } = site;
        const args = [...buildArgs, '--base-url', 'https://asleep.example'];
        const asleep = startStepped([...args, '--jobs', '1', '--data', sites.data('a')], {
          cwd,
          stopAt: { call: 'writeFileSync', path: 'staging[^/]*/api/genes/page/1\\.json$' },
        });
        await asleep.untilStopped();
        // After five seconds the lock counts as that of a dead command.
        const awake = site.start({
          stopAt: { call: 'writeFileSync', path: 'staging[^/]*/release\\.json$' },
        });
        await awake.untilStopped();
        asleep.send('SIGCONT');
        const isWriting = () =>
          readdirSync(cwd).some(
            (name) => name.includes('staging') && isAsleepIn(path.join(cwd, name)),
          );
        let hasEnded = false;
        const ended = asleep.ended.then((result) => {
          hasEnded = true;
          return result;
        });
        await until(() => hasEnded || isWriting());
        awake.send('SIGCONT');
        const [late, timely] = [await ended, await awake.ended];
        await Promise.all([untilGone(asleep), untilGone(awake)]);
        expect(site.version()).toBe(timely.status === 0 ? 'b' : 'a');
        expectClear(timely.stderr);
        expect(timely, timely.stderr).toMatchObject({ status: 0 });
        expectFailure(late, 3, /lock/);
        await site.expectMended();
      });
    },
  );

  // A known gap: one of them may report a failure instead of waiting.
  test.fails('that find the same stale lock do not both take it', async () => {
    await withLiveSite(sites, async (site) => {
      const lock = path.join(site.cwd, '.dist.phagepress-lock');
      // Left by a killed build.
      const killed = site.start({ killAt: steps.stagePage });
      expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
      await until(() => Date.now() - lstatSync(lock).mtimeMs > 5100);
      const slow = site.start({ stopAt: { call: 'rmdir', path: 'phagepress-lock$' } });
      await slow.untilStopped();
      const quick = site.start({ stopAt: steps.stagePage });
      await quick.untilStopped();
      slow.send('SIGCONT');
      await until(
        () => slow.complaints().includes('Waiting') || /Writing|\n {2}hint/.test(slow.complaints()),
      );
      quick.send('SIGCONT');
      const results = [await slow.ended, await quick.ended];
      for (const { stderr } of results) expectClear(stderr);
      expect(site.version()).toBe('b');
      expect(results.map(({ status }) => status)).toContain(0);
      await site.expectMended();
    });
  });
});

test('a preview goes on while the site below it is replaced', async () => {
  await withLiveSite(sites, async (site) => {
    await withPreview(['--port', '0'], site.cwd, async ({ url }) => {
      const countOf = async () => {
        const answer = await fetch(`${url}/api/genes/`);
        expect(answer.status).toBe(200);
        const page = (await answer.json()) as { count: number };
        return page.count;
      };
      const before = await countOf();
      await site.expectMended();
      expect(await countOf()).toBeLessThan(before);
    });
  });
});

/** Whether the first page there is one of the build that was asleep. */
function isAsleepIn(folder: string): boolean {
  const page = path.join(folder, 'api/genes/page/1.json');
  return existsSync(page) && readFileSync(page, 'utf8').includes('https://asleep.example');
}
