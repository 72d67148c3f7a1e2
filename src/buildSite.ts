/**
 * The story of a build, one stage after the other:
 *
 * 1. discover: the data folder becomes a list of source files;
 * 2. take in (read, validate, sort): `intakeData` ends with sorted runs on disk;
 * 3. render and stage: `stageSite` merges the runs into pages, in a folder beside the site;
 * 4. publish: staging takes the live site's place.
 *
 * Any error in the data ends it before anything is published. What the last build left in the cache is
 * used where it still holds; where it proves damaged, the build starts over without it.
 */
import path from 'node:path';
import { compareKeys } from './checkData.ts';
import { hashDoubtful } from './cache/hashDoubtful.ts';
import type { PlanOptions } from './cache/planIntake.ts';
import { openCache, type SiteCache } from './cache/siteCache.ts';
import type { Release } from './contract/release.ts';
import { DamagedCache, reasonOf } from './failure.ts';
import { createFindingLog, type FindingLog } from './findings/findingLog.ts';
import { type DataOptions, type Discovered, intakeData } from './intakeData.ts';
import type { Progress } from './progress.ts';
import { besideSite } from './publishing/besideSite.ts';
import { assertNoDrop } from './publishing/dropGuard.ts';
import { assertFreeSpace } from './publishing/freeSpace.ts';
import { type SiteLock, withSiteLock } from './publishing/lock.ts';
import {
  type PublishedSite,
  publishSite,
  readLiveRelease,
  sweepLeftovers,
} from './publishing/publishSite.ts';
import { shortPath } from './publishing/shortPath.ts';
import { discoverSources } from './sources/discoverSources.ts';
import { assertHostsCouldServe } from './planSite.ts';
import type { SiteOptions } from './config/siteOptions.ts';
import { stageSite } from './stageSite.ts';
import { programVersion } from './version.ts';
import { mapTasks } from './workers/mapTasks.ts';
import type { Workers } from './workers/pool.ts';

export interface BuildOptions extends DataOptions, SiteOptions {
  /** Folder of the site, absolute; replaced as a whole. */
  readonly out: string;
  /** Percentage of a collection that may go missing from one release to the next. */
  readonly maxDrop: number;
  /** Whether the last build's cache is used, and one left for the next. */
  readonly cache: boolean;
}

export interface BuildEffects {
  readonly workers: Workers;
  readonly progress: Progress;
  /** Tells the user something that is no finding. */
  readonly note: (text: string) => void;
}

export interface BuildOutcome {
  readonly counts: { readonly phages: number; readonly genes: number };
  readonly findings: FindingLog;
  readonly sources: { readonly files: number; readonly bytes: number };
  /** Null when errors in the data kept the site from being published. */
  readonly site: PublishedSite | null;
}

/** Builds and publishes the site. Bad data is in the outcome; throws a Failure for the rest. */
export async function buildSite(
  options: BuildOptions,
  effects: BuildEffects,
): Promise<BuildOutcome> {
  const { out } = options;
  assertHostsCouldServe(options);
  const onWait = () =>
    effects.note(`Waiting for another command that is at work on ${shortPath(out)} …`);
  return withSiteLock(out, onWait, async (lock) => {
    await sweepLeftovers(out);
    const live = await readLiveRelease(out);
    const discovered = await discoverSources(options.data);
    const cache = openCache({
      workDir: besideSite(out, 'cache'),
      siteDir: out,
      live,
      isWanted: options.cache,
      intakeKey: intakeKey(options),
      siteKey: siteKey(options),
      note: effects.note,
    });
    const hashOf = await hashDoubtful(discovered.sources, cache, (ranges) =>
      mapTasks(ranges, effects.workers.jobs, (range) => effects.workers.run('hashRange', range)),
    );
    const building = { options, effects, live, discovered, hashOf, lock };
    try {
      return recall(cache, building) ?? (await buildWith(cache, building));
    } catch (error) {
      if (!(error instanceof DamagedCache)) throw error;
      effects.note(`The cache was ignored: ${error.message}.`);
      return await buildWith(cache.forgotten(), building);
    } finally {
      effects.progress.end();
      // What cannot be swept now is swept before the next build, or keeps that from beginning.
      if (lock.isHeld()) await sweepLeftovers(out).catch(() => {});
    }
  });
}

interface Building {
  readonly options: BuildOptions;
  readonly effects: BuildEffects;
  readonly live: Release | null;
  readonly discovered: Discovered;
  readonly hashOf: PlanOptions['hashOf'];
  readonly lock: SiteLock;
}

/** The outcome of the last build, when it would be that of this one: then there is nothing to do. */
function recall(cache: SiteCache, { options, discovered, hashOf }: Building): BuildOutcome | null {
  if (discovered.findings.length > 0) return null;
  const published = cache.recall(discovered.sources, hashOf);
  if (published === null) return null;
  const findings = createFindingLog({ allowed: options.allowed, maxKept: options.maxErrors });
  for (const finding of published.findings) findings.add(finding);
  for (const [rule, count] of published.uncounted) findings.count(rule, count);
  const { files, bytes, counts, release } = published;
  const site = { release, files, bytes, unchanged: files };
  return { counts, findings, sources: measure(discovered), site };
}

async function buildWith(cache: SiteCache, building: Building): Promise<BuildOutcome> {
  const { options, effects, live, discovered, lock } = building;
  const { progress, workers } = effects;
  const sources = measure(discovered);
  try {
    // The runs, the site, and the genes in it again: by phage, by family, dealt out before, and in bulk, there by
    // phage, too; of what is cached, the runs are there already. What lies under a name lies under its alias again.
    const namedCopies = options.caseInsensitiveNames ? 2 : 1;
    const copies =
      (cache.cached.length === 0 ? 1 : 0) +
      namedCopies * (options.views.includes('genesbyphage') ? 2 : 1) +
      (options.views.includes('phams') ? 2 : 0) +
      (options.bulk.length > 0 ? 1 : 0) +
      (options.bulk.includes('phages') ? 1 : 0);
    await assertFreeSpace(path.dirname(options.out), copies * sources.bytes);
    const intake = await intakeData(discovered, options, {
      ...cache,
      hashOf: building.hashOf,
      workers,
      progress,
    });
    const { collections, findings } = intake;
    const counts = { phages: collections.phages.count, genes: collections.genes.count };
    const unpublished = { counts, findings, sources, site: null };
    if (findings.hasErrors()) {
      await compareKeys(intake, workers, progress);
      return unpublished;
    }

    const staged = await stageSite(intake, options, {
      workers,
      progress,
      note: effects.note,
      liveDir: live === null ? null : options.out,
      livePages: cache.livePages(),
      liveNotes: cache.readNotes,
      publishedAtMs: cache.publishedAtMs,
    });
    if (staged === null) return unpublished;
    if (live !== null) assertNoDrop(live, staged.site.release, options, staged.dir);
    await Promise.all([
      publishSite(staged.dir, options.out, lock.assertHeld, (folder) =>
        workers.run('removeFolder', folder),
      ),
      // Runs that no later build will read can go while the disk is being flushed.
      options.cache ? null : cache.sweep().catch(() => {}),
    ]);
    const { kept, uncounted } = findings.contents();
    remember(
      cache,
      effects.note,
      intake.bundles,
      {
        ...staged.site,
        // Warnings about links that are not followed tell of files that no cache looks at again.
        siteKey: discovered.findings.length > 0 ? '' : siteKey(options),
        publishedAtMs: Date.now(),
        firstKeys: staged.firstKeys,
        counts,
        findings: kept,
        uncounted,
      },
      staged.notes,
    );
    return { ...unpublished, site: staged.site };
  } finally {
    // What cannot be removed is no reason to fail: the site is what it is by now.
    if (lock.isHeld()) await cache.sweep().catch(() => {});
  }
}

/** The site is published: that the next build cannot make use of this one is only worth a note. */
function remember(
  cache: SiteCache,
  note: BuildEffects['note'],
  ...what: Parameters<SiteCache['remember']>
): void {
  try {
    cache.remember(...what);
  } catch (error) {
    note(`The cache could not be kept: ${reasonOf(error)}.`);
  }
}

function measure({ sources }: Discovered): BuildOutcome['sources'] {
  return { files: sources.length, bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0) };
}

// Another number for another form of what is kept within one version of the program.
const cacheForm = 5;

/** Changes whenever what an intake gives may change. */
function intakeKey({ allowed, limits, maxErrors }: BuildOptions): string {
  return JSON.stringify([programVersion(), cacheForm, [...allowed].sort(), limits, maxErrors]);
}

/** Changes whenever the site's bytes may change though the records do not. */
function siteKey(options: BuildOptions): string {
  const { baseUrl, pageSizes, hosts, links, maxAge, geneFiles, views, bulk } = options;
  return JSON.stringify([
    baseUrl,
    pageSizes,
    hosts,
    links,
    maxAge,
    geneFiles,
    views,
    bulk,
    // What compresses decides the bytes of bulk files.
    bulk.length === 0 ? '' : process.versions.zlib,
    options.precompress,
    options.releaseDate,
    options.caseInsensitiveNames,
  ]);
}
