/**
 * The story of a build, one stage after the other:
 *
 * 1. discover: the data folder becomes a list of source files;
 * 2. read, validate and sort: `readSources` ends with sorted runs on disk;
 * 3. render and stage: `stageSite` merges the runs into pages, in a folder beside the site;
 * 4. publish: staging takes the live site's place.
 *
 * Any error in the data ends it before anything is published. What the last build left in the cache is
 * used where it still holds; where it proves damaged, the build starts over without it.
 */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { DamagedCache, Failure, failureOf } from '../base/failure.ts';
import type { ProgressPlan } from '../base/progress.ts';
import { mapTasks } from '../base/threads.ts';
import { perPublished } from '../contract/collectionName.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { canPack, withoutCode } from '../hosts/hosts.ts';
import { assertNoDrop } from '../publishing/dropGuard.ts';
import { shortPath } from '../publishing/fileList.ts';
import { readLiveRelease } from '../publishing/liveRelease.ts';
import { withSiteLock } from '../publishing/lock.ts';
import { assertFreeSpace, assertReplaceable, besideSite } from '../publishing/outFolder.ts';
import { sweepLeftovers, sweepStaged } from '../publishing/publishSite.ts';
import { assertFree, listStaticFiles, type StaticFile } from '../publishing/stageStatic.ts';
import { discoverSources } from '../sources/discoverSources.ts';
import { type FileRange, hashRange } from '../sources/source.ts';
import { loadStagedAt } from './cacheIndex.ts';
import { compareKeys } from './checkData.ts';
import { sameSources } from './planIntake.ts';
import {
  assertHostsCouldServe,
  type BuildEffects,
  type Building,
  type BuildOptions,
  type BuildOutcome,
  formFor,
  neededSpace,
  type PlannedOptions,
  readData,
  withCollections,
  withFittingSizes,
} from './planSite.ts';
import type { IntakeSurroundings } from './readSources.ts';
import {
  hashFindings,
  intakeKey,
  measure,
  type Previous,
  previousOf,
  recall,
  siteKey,
} from './rebuild.ts';
import { openCache, type SiteCache } from './siteCache.ts';
import { publishRelease, signerOf, stageHistory } from './stageHistory.ts';
import { stageSite, type StagingEffects } from './stageSite.ts';

export const buildStages: ProgressPlan = [
  ['Removing what was left', 1],
  ['Looking at the site', 2],
  ['Hashing sources', 3],
  ['Reading', 25],
  ['Writing', 25],
  ['Linking', 12],
  ['Writing views', 12],
  ['Writing genomes', 8],
  ['Writing tables', 4],
  ['Writing bulk files', 12],
  ['Linking names', 4],
  ['Indexing pages', 4],
  ['Listing files', 2],
  ['Flushing to the disk', 6],
];

/**
 * Builds and publishes the site. The old one is left beside it, for `removeDiscarded`. Bad data is part of the outcome;
 * throws a Failure for anything else, or the signal's reason. Then nothing was published.
 */
export async function buildSite(asked: BuildOptions, effects: BuildEffects): Promise<BuildOutcome> {
  const { out } = asked;
  const hostPaths = assertHostsCouldServe(asked);
  assertReplaceable(out);
  const key = await signerOf(asked);
  const onWait = () =>
    effects.note(`Waiting for another command that is at work on ${shortPath(out)} …`);
  const { progress, signal } = effects;
  const state = { isPublished: false };
  const working = withSiteLock(out, { onWait, signal }, async (lock) => {
    await sweepLeftovers(out, () => progress.stage('Removing what was left', null), signal);
    progress.stage('Looking at the site', null);
    const workDir = besideSite(out, 'cache');
    const found = await readLiveRelease(out, asked.cache ? loadStagedAt(workDir) : null);
    const live = found?.release ?? null;
    const manifest = found?.manifest ?? (() => Buffer.alloc(0));
    signal.throwIfAborted();
    const discoveredAtMs = Date.now();
    const discovered = discoverSources(asked.data);
    const form = live?.records === 'packed' && canPack(asked.hosts) ? 'packed' : 'files';
    const options = { ...withCollections(asked, discovered, form), linkTo: linkOf(asked) };
    const staticFiles = await staticFilesOf(options);
    assertFree(staticFiles, hostPaths);
    const open = () =>
      openCache({
        workDir,
        siteDir: out,
        live,
        manifest,
        data: options.data,
        isWanted: options.cache,
        intakeKey: intakeKey(options),
        siteKey: siteKey(options, staticFiles, discovered.labels, key?.id, asked.records),
        discoveredAtMs,
        note: effects.note,
      });
    const cache = open();
    const hashAll = (ranges: readonly FileRange[]) => hashRanges(ranges, effects);
    const onPublished = () => {
      state.isPublished = true;
    };
    const building = {
      options,
      askedRecords: asked.records,
      key,
      effects,
      live,
      manifest,
      discovered,
      staticFiles,
      sameSources: await sameSources(discovered.sources, cache, hashAll),
      lock,
      onPublished,
    };
    try {
      return (await recall(cache, building)) ?? (await buildWith(cache, building));
    } catch (error) {
      if (!(error instanceof DamagedCache)) throw error;
      effects.note(`The cache was ignored: ${error.message}.`);
      cache.forget();
      return await buildWith(open(), building);
    } finally {
      progress.end();
      // If this sweep fails, the next build sweeps, or reports why it cannot.
      if (lock.isHeld()) await sweepStaged(out).catch(() => {});
    }
  });
  return working.catch((error: unknown) => {
    // The error of an interrupted build already says which site is live.
    throw state.isPublished && error !== signal.reason ? failureOfLive(out, error) : error;
  });
}

/** An error after the swap does not undo it: the new site is live. */
function failureOfLive(out: string, error: unknown): Failure {
  const { kind, message, lines, hint } = failureOf(error);
  const what = `The new site is live in ${shortPath(out)}, but then this failed: ${message}`;
  return new Failure(kind, what, {
    ...(hint === undefined ? {} : { hint }),
    lines,
    cause: error,
  });
}

/**
 * The base URL for links to genomes; null if none are wanted. Throws a Failure if links or the file of all genomes are
 * requested but genomes are not published.
 */
function linkOf({ linkGenomes, genomesFile, bulk, baseUrl }: BuildOptions): string | null {
  const asked = linkGenomes
    ? '--link-genomes'
    : typeof genomesFile === 'string'
      ? '--genomes-file'
      : null;
  if (asked !== null && !bulk.includes('genomes')) {
    throw new Failure('usage', `${asked} needs the files of genomes, which are not published.`, {
      hint: 'Leave out --no-bulk, or name genomes in --bulk.',
    });
  }
  return linkGenomes ? baseUrl : null;
}

/** The publisher's own files. */
async function staticFilesOf(options: BuildOptions): Promise<readonly StaticFile[]> {
  if (options.static === undefined) return [];
  return listStaticFiles(options.static, options);
}

// Below these limits, hashing takes less time than starting a thread. Above them, it would hold up signals and the
// renewal of the lock.
const fewBytes = 16 << 20;
const fewRanges = 256;

async function hashRanges(
  ranges: readonly FileRange[],
  { workers, progress }: BuildEffects,
): Promise<string[]> {
  const bytes = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  if (bytes <= fewBytes && ranges.length <= fewRanges) return ranges.map(hashRange);
  progress.stage('Hashing sources', bytes, 'bytes');
  return mapTasks(ranges, workers.jobs, async (range) => {
    const found = await workers.run('hashRange', range);
    progress.advance(range.end - range.start);
    return found;
  });
}

type Making = Pick<
  Building,
  'options' | 'askedRecords' | 'key' | 'effects' | 'discovered' | 'staticFiles' | 'live'
>;

/** Reads the data and stages its site: null if errors in the data forbid that. */
async function stageOf(
  making: Making,
  cache: Omit<IntakeSurroundings, 'workers' | 'progress'>,
  previousFor: (options: PlannedOptions) => Previous | null,
) {
  const { options, askedRecords, effects, discovered, staticFiles } = making;
  const { progress, workers, note } = effects;
  const surroundings = { ...cache, workers, progress };
  const { intake, aliases } = await readData(discovered, options, surroundings);
  const { collections, findings, genomes } = intake;
  const counts = perPublished(options.collections, (name) => collections[name].count);
  const outcome = { counts, genomes, findings, sources: measure(discovered), site: null };
  if (findings.hasErrors()) {
    await compareKeys(intake, workers, progress);
    return { outcome, made: null };
  }
  const records = askedRecords ?? formFor(intake, options, note);
  if (records === 'packed' && options.hosts.length === 0)
    note(`Records are packed, for hosts that run code. On any other, ${withoutCode}.`);
  const fitting = { ...withFittingSizes(intake, options, note), records };
  const { labels } = discovered;
  const previous = previousFor(fitting);
  const history: StagingEffects['history'] =
    effects.conclude ?? ((...staged) => stageHistory(making, ...staged));
  const effectsOfStage = {
    workers,
    progress,
    note,
    staticFiles,
    aliases,
    labels,
    previous,
    history,
  };
  const staged = await stageSite(intake, fitting, effectsOfStage);
  return { outcome, made: staged && { intake, records, staged } };
}

/** Reads the data and stages a site beside `out`, which is not published; runs are left in `workDir`. Throws a Failure. */
export async function makeSite(
  asked: BuildOptions,
  effects: BuildEffects,
  workDir: string,
): Promise<{ readonly outcome: BuildOutcome }> {
  const discovered = discoverSources(asked.data);
  // What is told of former releases is told once all shares are joined.
  const options = { ...withCollections(asked, discovered), linkTo: linkOf(asked), keep: null };
  const staticFiles = await staticFilesOf(options);
  const live = null;
  const making = {
    options,
    askedRecords: asked.records,
    effects,
    discovered,
    staticFiles,
    live,
    key: null,
  };
  const nothing = { workDir, cached: [], willBeCached: false, same: new Set<never>() };
  return stageOf(making, nothing, () => null);
}

async function buildWith(cache: SiteCache, building: Building): Promise<BuildOutcome> {
  const { options, effects, live, discovered, lock } = building;
  const { progress } = effects;
  try {
    const form = building.askedRecords ?? options.records;
    const asked = { ...options, records: form };
    const needed = neededSpace(discovered.sources, asked, cache.cached.length > 0);
    await assertFreeSpace(path.dirname(options.out), needed);
    const { same } = building.sameSources;
    const { outcome, made } = await stageOf(building, { ...cache, same }, (fitting) =>
      fitting.records === options.records ? previousOf(cache, building, fitting) : null,
    );
    if (made === null) return outcome;
    const { intake, records, staged } = made;
    if (live !== null) assertNoDrop(live, staged.site.release, options, staged.dir);
    // The last file that was written, and before anybody else can add one.
    const stagedAtMs = lstatSync(path.join(staged.dir, releaseFile)).ctimeMs;
    progress.stage('Flushing to the disk', null);
    const [replaced] = await Promise.all([
      publishRelease(staged, building),
      // Runs that no later build reads are deleted while the disk is being flushed.
      options.cache ? null : cache.sweep().catch(() => {}),
    ]);
    building.onPublished();
    cache.keepFormer(replaced);
    const { kept, uncounted } = intake.findings.contents();
    const remembered = {
      release: staged.site.release,
      siteKey: siteKey(
        { ...options, records },
        building.staticFiles,
        discovered.labels,
        building.key?.id,
        building.askedRecords,
      ),
      discovered: hashFindings(discovered),
      publishedAtMs: Date.now(),
      stagedAtMs,
      firstKeys: staged.firstKeys,
      findings: kept,
      uncounted,
    };
    cache.remember(intake.bundles, remembered, staged.notes);
    return { ...outcome, site: staged.site };
  } finally {
    // A failed sweep is no reason to fail: the site is published.
    if (lock.isHeld()) await cache.sweep().catch(() => {});
  }
}
