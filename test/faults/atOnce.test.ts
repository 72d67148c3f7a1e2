/** Several commands at work on one site: the site is that of one of them, as a whole. */
import { describe, expect, test } from 'vitest';
import { withPreview } from '../integration/previewProcess.ts';
import { withLiveSite } from './liveSite.ts';
import { buildArgs, sharedVersions } from './siteVersions.ts';
import { startStepped, until } from './steppedRun.ts';
import { expectClear, steps } from './steps.ts';

const sites = sharedVersions(150);

describe.concurrent('two builds at once into one folder', () => {
  test('one of them waits, and the site is that of the last', async () => {
    await withLiveSite(sites, async (site) => {
      const first = site.start({ stopAt: steps.stagePage });
      await first.untilStopped();
      const second = startStepped([...buildArgs, '--data', sites.data('b')], { cwd: site.cwd });
      await until(() => second.complaints().includes('Waiting'));
      first.resume();
      const results = [await first.ended, await second.ended];
      for (const { status, stderr } of results) {
        expectClear(stderr);
        expect(status, stderr).toBe(0);
      }
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
