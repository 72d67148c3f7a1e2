/**
 * Builds that are killed at any moment. `node test/faults/kill.mjs --kills 200 --seed 7` kills more
 * than a test run has time for.
 */
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../fuzz/random.ts';
import { differences, inWorkFolder, sharedFolder } from '../integration/workFolder.ts';
import { withPreview } from '../integration/previewProcess.ts';
import { killOnce, type KillResult, type Lane, planMoments, siteIn } from './killRounds.ts';
import { startReader } from './reader.ts';
import { buildArgs, hashTree, sharedVersions, type Version, versions } from './siteVersions.ts';
import { runStepped, startStepped, untilGone } from './steppedRun.ts';
import { expectClear, steps } from './steps.ts';

const kills = Number(process.env['PHAGEPRESS_KILLS'] ?? 30);
const seed = Number(process.env['PHAGEPRESS_SEED'] ?? 1);
const laneCount = Math.min(15, kills);
// A build that was killed is followed by a wait for its lock.
const timeout = 120_000 + kills * 16_000;

const sites = sharedVersions(400);
const lanesFolder = sharedFolder(async (folder) => {
  for (let at = 0; at < laneCount; at++) mkdirSync(path.join(folder, `lane-${at}`));
});

test.concurrent(
  `${kills} builds killed at any moment each leave a whole site, or one that the next command repairs`,
  { timeout },
  async () => {
    const random = createRandom(seed);
    const moments = planMoments(kills, random);
    const lanes: Lane[] = [];
    for (let at = 0; at < laneCount; at++) {
      const cwd = path.join(lanesFolder(), `lane-${at}`);
      const live = random.pick(versions);
      await buildVersion(cwd, live);
      lanes.push({ cwd, live });
    }
    const elapsedMs = await measureBuilds();
    const inTurn = createGate(2);
    const reads = { rounds: 0, files: 0, missed: 0 };
    const onRead = ({ rounds, files, missed }: typeof reads) => {
      reads.rounds += rounds;
      reads.files += files;
      reads.missed += missed;
    };

    const results: KillResult[] = [];
    let undisturbed = 0;
    await Promise.all(
      lanes.map(async (lane) => {
        const own = random.fork();
        for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
          let result: KillResult | null = null;
          // A build that was faster than its killer is no kill; a step may lie on the way of another version only.
          for (let attempt = 0; result === null && attempt < 20; attempt++) {
            result = await killOnce(lane, moment, own, { sites, elapsedMs, inTurn, onRead });
            if (result === null) undisturbed++;
          }
          expect(result, `never reached: ${JSON.stringify(moment)}`).not.toBe(null);
          if (result !== null) results.push(result);
        }
      }),
    );
    expect(results).toHaveLength(kills);
    const left = (remains: string) => results.filter((result) => result.remains === remains).length;
    process.stdout.write(
      `${kills} kills (seed ${seed}): ${left('old')} left the old site, ${left('new')} the new one, ` +
        `${left('none')} none for the next command to repair; ${undisturbed} builds were done before. ` +
        `Readers: ${reads.rounds} rounds, ${reads.files} files, ${reads.missed} times no site.\n`,
    );
  },
);

test.concurrent('a reader never sees a mixture of releases while builds replace them', async () => {
  await inWorkFolder(async (cwd) => {
    await buildVersion(cwd, 'a');
    const all = versions.map((version) => sites.site(version));
    const reader = startReader(path.join(cwd, 'dist'), all, createRandom(seed), {
      isSwapSure: true,
    });
    for (const version of ['b', 'a', 'c', 'a', 'b'] as const) await buildVersion(cwd, version);
    const { breaches, releases, files } = await reader.stop();
    expect(breaches).toEqual([]);
    expect(releases.size).toBe(3);
    expect(files).toBeGreaterThan(100);
  });
});

describe.concurrent('after a kill in the middle of the swap', () => {
  test('a build that finds bad data leaves the old site in its place', async () => {
    await inWorkFolder(async (cwd) => {
      await killInSwap(cwd);
      rmSync(path.join(cwd, 'data'), { recursive: true });
      const { status, stderr } = await runStepped(buildArgs, { cwd });
      expect(status).toBe(1);
      expectClear(stderr);
      expect(siteIn(cwd, { from: 'a', to: 'b' }, sites)).toBe('old');
      expect(readdirSync(cwd)).not.toContain('.dist.phagepress-old');
    });
  });

  test.each(['check', 'preview', 'build'])(
    'a %s finds the old site where dist links to it',
    async (command) => {
      await inWorkFolder(async (cwd) => {
        mkdirSync(path.join(cwd, 'elsewhere/site'), { recursive: true });
        symlinkSync('elsewhere/site', path.join(cwd, 'dist'));
        await killInSwap(cwd);
        const elsewhere = path.join(cwd, 'elsewhere');
        expect(readdirSync(elsewhere)).toContain('.site.phagepress-old');
        if (command === 'preview') {
          await withPreview(['--port', '0'], cwd, async ({ url }) => {
            expect((await fetch(`${url}/api/genes/`)).status).toBe(200);
          });
        } else {
          const args = command === 'build' ? buildArgs : [command, '--quiet'];
          const { status, stderr } = await runStepped(args, { cwd });
          expect({ status, stderr }).toMatchObject({ status: 0 });
        }
        const now = sites.site(command === 'build' ? 'b' : 'a');
        expect(differences(now, hashTree(path.join(elsewhere, 'site')))).toEqual([]);
      });
    },
  );
});

test.concurrent(
  'what a kill left of the old site is never put in the place of a site that somebody deleted',
  async () => {
    await inWorkFolder(async (cwd) => {
      await buildVersion(cwd, 'a');
      sites.putData(cwd, 'b');
      // The new site is there, and the old one is next to be deleted.
      const killAt = { call: 'writeFileSync', path: 'index\\.json\\.new$' };
      expect(await runStepped(buildArgs, { cwd, killAt })).toMatchObject({ signal: 'SIGKILL' });
      const left = readdirSync(cwd).filter((name) => name.includes('phagepress-discarded-'));
      expect(left).toHaveLength(1);
      rmSync(path.join(cwd, left[0] ?? '', 'bulk'), { recursive: true });
      rmSync(path.join(cwd, 'dist'), { recursive: true });

      const { status } = await runStepped(['check', '--quiet'], { cwd });
      expect(status).toBe(0);
      expect(readdirSync(cwd)).not.toContain('dist');
    });
  },
);

test.concurrent(
  'a first build that is killed leaves no site, and the next one makes it',
  async () => {
    await inWorkFolder(async (cwd) => {
      sites.putData(cwd, 'a');
      expect(await runStepped(buildArgs, { cwd, killAt: steps.swap })).toMatchObject({
        signal: 'SIGKILL',
      });
      expect(readdirSync(cwd)).not.toContain('dist');
      await buildVersion(cwd, 'a');
      expect(differences(sites.site('a'), hashTree(path.join(cwd, 'dist')))).toEqual([]);
      expect(readdirSync(cwd).sort()).toEqual(['.dist.phagepress-cache', 'data', 'dist']);
    });
  },
);

/** Builds that version over whatever is in `cwd`. */
async function buildVersion(cwd: string, version: Version): Promise<void> {
  sites.putData(cwd, version);
  const { status, stderr } = await runStepped(buildArgs, { cwd });
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

/** Leaves no site in `cwd`: version `a` has stepped aside, `b` has not yet taken its place. */
async function killInSwap(cwd: string): Promise<void> {
  await buildVersion(cwd, 'a');
  sites.putData(cwd, 'b');
  const run = startStepped(buildArgs, { cwd, killAt: steps.swap });
  expect(await run.ended).toMatchObject({ signal: 'SIGKILL' });
  await untilGone(run);
}

/** How long a build takes that replaces one version by another; the median of three where nothing disturbs it. */
async function measureBuilds(): Promise<(from: Version, to: Version) => number> {
  const elapsed = new Map<string, number>();
  await inWorkFolder(async (cwd) => {
    await buildVersion(cwd, 'a');
    const way: readonly Version[] = ['a', 'b', 'c', 'a', 'c', 'b', 'a'];
    for (const [at, to] of way.entries()) {
      const from = way[at - 1];
      if (from === undefined) continue;
      sites.putData(cwd, to);
      const startedAt = performance.now();
      const { status } = await runStepped(buildArgs, { cwd });
      expect(status).toBe(0);
      elapsed.set(`${from} ${to}`, performance.now() - startedAt);
    }
  });
  return (from, to) => elapsed.get(`${from} ${to}`) ?? 500;
}

/** Lets so many run at a time. */
function createGate(places: number): <T>(run: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
