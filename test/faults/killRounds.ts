/** Kills builds over a live site, one after the other, and looks after each at what is there. */
import { existsSync, mkdirSync, readdirSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Random } from '../fuzz/random.ts';
import { withPreview } from '../integration/previewProcess.ts';
import { differences } from '../integration/workFolder.ts';
import { type Reader, startReader } from './reader.ts';
import { buildArgs, hashTree, type SiteVersions, type Version, versions } from './siteVersions.ts';
import { runStepped, startStepped, type Step, untilGone } from './steppedRun.ts';
import { expectClear } from './steps.ts';

/** When a build is killed: after a share of the time it takes, as the swap begins, or before a step. */
export type KillMoment =
  | { readonly kind: 'time'; readonly share: number }
  | { readonly kind: 'swap' }
  | { readonly kind: 'step'; readonly step: Step };

/** What a killed build left: the old site, the new one, or none, in the middle of the swap. */
export type Remains = 'old' | 'new' | 'none';

export interface KillResult {
  readonly moment: KillMoment;
  readonly remains: Remains;
  readonly leftovers: readonly string[];
}

/** A folder in which a site is built, killed and repaired, over and over. */
export interface Lane {
  readonly cwd: string;
  /** The version that is live. */
  live: Version;
}

export interface KillSurroundings {
  readonly sites: SiteVersions;
  /** How long an undisturbed build takes that replaces one version by another. */
  readonly elapsedMs: (from: Version, to: Version) => number;
  /** Runs few builds at a time, so that their time is not spent on each other. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  /** Reported of every process that read the site meanwhile. */
  readonly onRead: (report: Awaited<ReturnType<Reader['stop']>>) => void;
}

const nextCommands = ['build', 'check', 'preview'] as const;
type NextCommand = (typeof nextCommands)[number];

// Steps at which the state on the disk is another, so that chance alone might not meet each.
const tellingSteps: readonly Step[] = [
  { call: 'renameSync', path: 'phagepress-staging[^/]*$' },
  // The folder around the site, which is flushed when the swap is done.
  { call: 'promises.open', path: '/lane-[0-9]+$' },
  { call: 'renameSync', path: 'index\\.json\\.new$' },
  { call: 'linkSync', path: '/dist/api/', nth: 20 },
  // The old site, once it is out of the way.
  { call: 'promises.rename', path: 'phagepress-old$' },
  { call: 'writeFileSync', path: 'staging[^/]*/release\\.json$' },
  { call: 'renameSync', path: '/dist$' },
  { call: 'openSync', path: '\\.run$' },
  { call: 'promises.rm', path: '\\.(?:run|facts)$' },
  { call: 'openSync', path: 'staging[^/]*/manifest\\.json$' },
  { call: 'appendFileSync', path: 'staging[^/]*-batches/' },
  { call: 'writeFileSync', path: '\\.facts$' },
  { call: 'writeFileSync', path: 'index\\.json\\.new$' },
];

/** So many moments: most at random all over a build, the others at the swap and at telling steps. */
export function planMoments(kills: number, random: Random): KillMoment[] {
  const others = Math.floor(kills / 5);
  const times = kills - 2 * others;
  const moments: KillMoment[] = [
    ...Array.from({ length: times }, (_, at) => {
      // One in each slice of the time, so that no part of a build goes without.
      return { kind: 'time' as const, share: (at + random.next()) / times };
    }),
    ...Array.from({ length: others }, () => ({ kind: 'swap' as const })),
    ...Array.from({ length: others }, (_, at) => {
      const step = tellingSteps[at % tellingSteps.length] ?? tellingSteps[0];
      if (step === undefined) throw new Error('there are no steps');
      return { kind: 'step' as const, step };
    }),
  ];
  return shuffled(moments, random);
}

/**
 * Builds another version over the live one of the lane, kills it, and expects that the site is whole or
 * repaired by the next command, and the next build as if nothing had been. Null when the build was done
 * before it could be killed; the lane has the new version then.
 */
export async function killOnce(
  lane: Lane,
  moment: KillMoment,
  random: Random,
  surroundings: KillSurroundings,
): Promise<KillResult | null> {
  const { cwd } = lane;
  const { sites, elapsedMs, inTurn, onRead } = surroundings;
  const from = lane.live;
  const to = random.pick(versions.filter((version) => version !== from));
  sites.putData(cwd, to);
  const env = { TMPDIR: makeTemporary(cwd) };

  const killed = await inTurn(async () => {
    const dist = path.join(cwd, 'dist');
    const reader = startReader(dist, [sites.site(from), sites.site(to)], random.fork());
    const killAt = moment.kind === 'step' ? { killAt: moment.step } : {};
    const run = startStepped(buildArgs, { cwd, env, ...killAt });
    const disarm = arm(moment, elapsedMs(from, to), cwd, () => run.send('SIGKILL'));
    const { signal, stderr } = await run.ended;
    disarm();
    await untilGone(run);
    const report = await reader.stop();
    onRead(report);
    expect(report.breaches).toEqual([]);
    expectClear(stderr);
    return signal === 'SIGKILL';
  });
  if (!killed) {
    expect(siteIn(cwd, { from, to }, sites)).toBe('new');
    lane.live = to;
    return null;
  }
  const remains = siteIn(cwd, { from, to }, sites);
  const leftovers = readdirSync(cwd).filter((name) => name.startsWith('.dist'));

  await inTurn(() => runNext(random.pick(nextCommands), lane, { from, to, remains }, sites));
  // The lock of the killed build has gone stale by then or is waited for.
  await inTurn(async () => {
    const { status, stderr } = await runStepped(buildArgs, { cwd, env });
    expectClear(stderr);
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });
  expect(siteIn(cwd, { from, to }, sites)).toBe('new');
  expect(readdirSync(cwd).sort()).toEqual(['.dist.phagepress-cache', 'data', 'dist', 'tmp']);
  expect(readdirSync(env.TMPDIR)).toEqual([]);
  lane.live = to;
  return { moment, remains, leftovers };
}

/** Runs a command other than the last build; expects that it leaves a whole site. */
async function runNext(
  command: NextCommand,
  { cwd }: Lane,
  { remains, ...versionsOf }: { from: Version; to: Version; remains: Remains },
  sites: SiteVersions,
): Promise<void> {
  const env = { TMPDIR: path.join(cwd, 'tmp') };
  const repaired = remains === 'none' ? 'old' : remains;
  switch (command) {
    case 'build':
      return;
    case 'check': {
      const { status, stderr } = await runStepped(['check', '--quiet'], { cwd, env });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      break;
    }
    case 'preview':
      await withPreview(['--port', '0'], cwd, async ({ url, interrupt }) => {
        const answer = await fetch(`${url}/release.json`);
        const live = sites.site(repaired === 'old' ? versionsOf.from : versionsOf.to);
        expect([answer.status, Object.keys(live).includes('release.json')]).toEqual([200, true]);
        await answer.text();
        expect(await interrupt()).toBe(0);
      });
      break;
  }
  expect(siteIn(cwd, versionsOf, sites)).toBe(repaired);
}

/** Which site lies in `dist`; throws when it is neither, or missing other than in the middle of the swap. */
export function siteIn(
  cwd: string,
  { from, to }: { readonly from: Version; readonly to: Version },
  sites: SiteVersions,
): Remains {
  const isThere = existsSync(path.join(cwd, 'dist'));
  const found = hashTree(path.join(cwd, isThere ? 'dist' : '.dist.phagepress-old'));
  const [fromOld, fromNew] = [sites.site(from), sites.site(to)].map((site) =>
    differences(site, found),
  );
  if (fromOld?.length === 0) return isThere ? 'old' : 'none';
  if (fromNew?.length === 0 && isThere) return 'new';
  const place = isThere ? 'dist' : '.dist.phagepress-old';
  throw new Error(
    `${place} in ${cwd} is neither the old site (differs in ${fromOld?.join(', ')}) nor the new one (${fromNew?.join(', ')})`,
  );
}

/** Calls `kill` at the moment, unless that is a step; gives what calls it off. */
function arm(moment: KillMoment, elapsedMs: number, cwd: string, kill: () => void): () => void {
  switch (moment.kind) {
    case 'step':
      return () => {};
    case 'time': {
      const timer = new AbortController();
      delay(moment.share * elapsedMs, undefined, { signal: timer.signal }).then(kill, () => {});
      return () => timer.abort();
    }
    case 'swap': {
      const watcher = watch(cwd, (_, name) => {
        if (name === '.dist.phagepress-old') kill();
      });
      return () => watcher.close();
    }
  }
}

function makeTemporary(cwd: string): string {
  const folder = path.join(cwd, 'tmp');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
