/** What a build takes over from the last one at the same place, and leaves for the next. */
import { listNames, perPublished } from '../contract/collectionName.ts';
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { furtherSizesOf, type Release } from '../contract/release.ts';
import { attempt, reasonOf } from '../failure.ts';
import { createFindingLog } from '../findings/findingLog.ts';
import { saveStagedAt } from '../incremental/cacheIndex.ts';
import { checkLiveFiles } from '../incremental/carryOver.ts';
import type { Previous } from '../incremental/previous.ts';
import type { SiteCache } from '../incremental/siteCache.ts';
import type { Discovered } from '../sources/discoverSources.ts';
import type { BuildEffects, Building, BuildOutcome, PlannedOptions } from './building.ts';

/** The outcome of the last build if this one would give the same: then there is nothing to build. */
export async function recall(
  cache: SiteCache,
  { options, effects, discovered, hashOf }: Building,
): Promise<BuildOutcome | null> {
  const published = await cache.recall(discovered.sources, hashOf);
  if (published === null || published.discovered !== hashFindings(discovered)) return null;
  if (options.checkLive) {
    const { workers, progress } = effects;
    progress.stage('Looking at the site', published.files.length, 'files');
    await checkLiveFiles(options.out, published.files, workers, progress);
  }
  const findings = createFindingLog({ ...options, maxKept: options.maxErrors });
  for (const finding of published.findings) findings.add(finding);
  for (const [rule, count] of published.uncounted) findings.count(rule, count);
  const { release, size } = published;
  const site = { release, ...size, unchanged: size.files };
  const counts = perPublished(options.collections, (name) => release.collections[name]?.count ?? 0);
  const genomes = discovered.hasGenomes ? published.genomes : null;
  return { counts, genomes, findings, sources: measure(discovered), site };
}

/** The live site as a build may take it over; null when there is none. */
export function previousOf(
  cache: SiteCache,
  { live, options }: Building,
  { furtherSizes }: Pick<PlannedOptions, 'furtherSizes'>,
): Previous | null {
  if (live === null) return null;
  // Which sizes are dropped depends on the data and the hosts.
  const before = furtherSizesOf(live);
  const hasSizes = listNames.every(
    (list) =>
      live.collections[list] === undefined || isDeepStrictEqual(before[list], furtherSizes[list]),
  );
  return {
    dir: options.out,
    release: live,
    firstKeys: hasSizes ? cache.livePages() : null,
    keepsRecords: cache.keepsRecords,
    notes: cache.readNotes,
    publishedAtMs: cache.publishedAtMs,
    isChecked: options.checkLive,
  };
}

/** The site is published by now: if the next build cannot use the cache, that is only worth a note. */
export function remember(
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

/** When the release was staged. Without it, the next build only takes longer. */
export function rememberStaged(
  { willBeCached, workDir }: SiteCache,
  { release }: Release,
  ms: number,
): void {
  if (willBeCached) attempt(() => saveStagedAt(workDir, { release, ms }));
}

/** Hash of the findings about the data folder itself, to compare with the last build's. */
export function hashFindings({ findings }: Discovered): string {
  return hash('sha256', JSON.stringify(findings));
}

export function measure({ sources }: Discovered): BuildOutcome['sources'] {
  return { files: sources.length, bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0) };
}
