/** A site that is replaced while it is verified: the verdict is of one site, never of a mixture. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withLiveSite } from './liveSite.ts';
import { sharedVersions } from './siteVersions.ts';
import { startStepped, untilGone } from './steppedRun.ts';
import { expectClear } from './steps.ts';

const sites = sharedVersions(150);
const midway = { call: 'openSync', path: 'dist/api/genes/page/3' };

test('a build beside it makes verify start over, and say so', async () => {
  await withLiveSite(sites, async (site) => {
    const run = startStepped(['verify', 'dist'], { cwd: site.cwd, stopAt: midway });
    await run.untilStopped();
    expect(await site.build()).toMatchObject({ status: 0 });
    run.resume();
    const { status, stdout, stderr } = await run.ended;
    await untilGone(run);
    expectClear(stderr);
    expect(stderr).toContain('dist was replaced while it was read. Verifying it again …\n');
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/^dist keeps the contract\./);
  });
});

test('what is wrong with the new site is told all the same', async () => {
  await withLiveSite(sites, async (site) => {
    const run = startStepped(['verify', 'dist'], { cwd: site.cwd, stopAt: midway });
    await run.untilStopped();
    expect(await site.build()).toMatchObject({ status: 0 });
    const page = path.join(site.cwd, 'dist/api/genes/page/2.json');
    rmSync(page);
    writeFileSync(page, '{}');
    run.resume();
    const { status, stdout } = await run.ended;
    await untilGone(run);
    expect(status).toBe(1);
    expect(stdout).toContain('api/genes/page/2.json');
  });
});
