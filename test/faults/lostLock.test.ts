/**
 * Builds that lose their lock to another one while they are alive: because they slept, or because both took
 * over the lock of a killed build. What is published is the site of one of them, as a whole.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withLiveSite } from './liveSite.ts';
import { buildArgs, sharedVersions } from './siteVersions.ts';
import { startStepped, until, untilGone } from './steppedRun.ts';
import { expectClear, expectFailure } from './steps.ts';

const sites = sharedVersions(150);

describe.concurrent('a build whose lock another one takes', () => {
  test('because it slept does not write into the site of the other', async () => {
    await withLiveSite(sites, async (site) => {
      const { cwd } = site;
      const args = [...buildArgs, '--base-url', 'https://asleep.example'];
      const asleep = startStepped([...args, '--jobs', '1', '--data', sites.data('a')], {
        cwd,
        stopAt: { call: 'writeFileSync', path: 'staging[^/]*/api/genes/page/1\\.json$' },
      });
      await asleep.untilStopped();
      await asleep.putToSleep();
      // After five seconds the lock counts as that of a dead command.
      const awake = site.start({
        stopAt: { call: 'writeFileSync', path: 'staging[^/]*/release\\.json$' },
      });
      await awake.untilStopped();
      asleep.send('SIGCONT');
      asleep.resume();
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
      awake.resume();
      const [late, timely] = [await ended, await awake.ended];
      await Promise.all([untilGone(asleep), untilGone(awake)]);
      expect(site.version()).toBe(timely.status === 0 ? 'b' : 'a');
      expectClear(timely.stderr);
      expect(timely, timely.stderr).toMatchObject({ status: 0 });
      expectFailure(late, 3, /lock/);
      await site.expectMended();
    });
  });
});

/** Whether the first page there is one of the build that was asleep. */
function isAsleepIn(folder: string): boolean {
  const page = path.join(folder, 'api/genes/page/1.json');
  return existsSync(page) && readFileSync(page, 'utf8').includes('https://asleep.example');
}
