/** `phagepress build` and `phagepress check`: from sources to a published site, or only to findings. */
import { existsSync } from 'node:fs';
import { Failure, Interrupted } from '../base/failure.ts';
import { mediaFolder } from '../contract/bulkFiles.ts';
import { perPublished } from '../contract/collectionName.ts';
import { leadsToThisMachine } from '../contract/links.ts';
import type { Release } from '../contract/release.ts';
import type { HostName } from '../hosts/host.ts';
import { hostedRelease, hosts } from '../hosts/hosts.ts';
import type { BuildOutcome } from '../pipeline/planSite.ts';
import type { Config } from '../pipeline/settings.ts';
import { type Workers, withWorkers } from '../pipeline/tasks.ts';
import { besideSite, realPathOf, resolveOutFolder } from '../publishing/outFolder.ts';
import { removeDiscarded, repairAndSweep } from '../publishing/publishSite.ts';
import { isSmallInput } from '../sources/planBundles.ts';
import { printable } from '../text/json.ts';
import { withWorkFolder } from './workFolder.ts';
import { findingToJson, renderFindingsGithub, renderFindingsText } from './renderFindings.ts';
import { renderSummary, type RunSummary, summaryToJson } from './summary.ts';
import type { Terminal } from './terminal.ts';

export interface BuiltOnce {
  readonly outcome: BuildOutcome;
  /** The absolute path of the site's folder. */
  readonly out: string;
}

/**
 * Builds a site as its configuration says; callers report the result. `isServing`: this thread also answers requests,
 * so even small data goes to worker threads. `divided` gives those of a build in shares. Throws a Failure, or
 * Interrupted when a signal ended it.
 */
export async function buildOnce(
  config: Config,
  terminal: Terminal,
  { isServing = false, divided = (workers: Workers) => workers } = {},
): Promise<BuiltOnce> {
  assertLeadsToHost(config);
  // What a killed import left.
  await repairAndSweep(await realPathOf(config.data));
  const out = await resolveOutFolder(config.out, config.data, config.static);
  const signal = terminal.interruption();
  const note = (text: string) => {
    if (!config.quiet) terminal.err(`${printable(text)}\n`);
  };
  const building = withWorkers(
    !isServing && isSmallInput(config.data, config.geneFiles) ? 0 : config.jobs,
    async (workers) => {
      // Threads load while this one does; with a cache there may be no work for them.
      const isMuch = !config.cache || !existsSync(besideSite(out, 'cache'));
      if (isMuch) workers.start();
      const { buildSite, buildStages } = await import('../pipeline/buildSite.ts');
      const progress = terminal.progress(config, buildStages);
      const effects = { workers: divided(workers), progress, note, signal };
      return buildSite({ ...config, out }, effects);
    },
    signal,
  );
  const outcome = await building.catch((error: unknown) => {
    throw error instanceof Interrupted ? interrupted(`${config.out} is as it was`) : error;
  });
  return { outcome, out };
}

/**
 * Removes the site that a build has replaced, after its result was printed. Throws Interrupted if a signal arrived in
 * the meantime.
 */
export async function clearUp(
  { outcome, out }: BuiltOnce,
  config: Config,
  terminal: Terminal,
): Promise<void> {
  const signal = terminal.interruption();
  await removeDiscarded(out, signal).catch(() => {
    // The next build sweeps it, or reports why it cannot.
  });
  if (!signal.aborted || outcome.site === null) return;
  const { files, unchanged } = outcome.site;
  const isNew = unchanged < files;
  throw interrupted(
    isNew ? `the new site is live in ${config.out}` : `${config.out} is up to date`,
  );
}

function interrupted(outcome: string): Interrupted {
  return new Interrupted(`Interrupted; ${outcome}.`);
}

/** The links of a site built for a host must lead to that host. */
export function assertLeadsToHost({ baseUrl, hosts: names, allowed }: Config): void {
  if (names.length === 0 || !leadsToThisMachine(baseUrl) || allowed.has('local-base-url')) return;
  throw new Failure(
    'usage',
    `The site is for ${names.join(' and ')}, but its links would start with ${baseUrl}, which works on this machine only.`,
    {
      hint: 'Give the address that the site will have with --base-url, such as https://phages.example.org; or, to try it on this machine, --allow local-base-url.',
    },
  );
}

/** Prints findings and summary; returns the exit code, 0 or 1. */
export function reportRun(
  run: BuildOutcome & Pick<RunSummary, 'out'> & Partial<Pick<RunSummary, 'hostsToSetUp'>>,
  config: Config,
  terminal: Terminal,
  elapsedMs: number,
): number {
  const { calledAs } = terminal;
  const report = run.findings.report();
  const leftOut = leftOutOf(run, config);
  const summary = { hostsToSetUp: [], ...run, report, leftOut, calledAs, elapsedMs };
  switch (config.format) {
    case 'json': {
      const findings = report.kept.map(findingToJson);
      terminal.out(`${JSON.stringify({ ...summaryToJson(summary), findings }, null, 2)}\n`);
      break;
    }
    case 'github':
      terminal.out(renderFindingsGithub(report, calledAs));
      if (!config.quiet) terminal.out(renderSummary(summary));
      break;
    case 'text':
      terminal.err(renderFindingsText(report, calledAs));
      if (!config.quiet) terminal.out(renderSummary(summary));
      break;
  }
  return report.errors > 0 ? 1 : 0;
}

/** What the configuration asks for but needs genomes, if the data has none. */
function leftOutOf(
  { site, genomes }: BuildOutcome,
  { genomesFile = null, linkGenomes }: Config,
): string[] {
  if (site === null || genomes !== null) return [];
  return [
    ...(genomesFile === null ? [] : [`${mediaFolder}${genomesFile}`]),
    ...(linkGenomes ? ['links to genomes'] : []),
  ];
}

/** Builds and reports; returns the exit code. Throws a Failure. */
export async function runBuild(
  config: Config,
  terminal: Terminal,
  options: Parameters<typeof buildOnce>[2] = {},
): Promise<number> {
  const startedAt = terminal.now();
  const built = await buildOnce(config, terminal, options);
  const { outcome, out } = built;
  const hostsToSetUp =
    outcome.site === null ? [] : hostsWithOwnFiles({ ...config, out }, outcome.site.release);
  const run = { ...outcome, out: config.out, hostsToSetUp };
  const code = reportRun(run, config, terminal, terminal.now() - startedAt);
  await clearUp(built, config, terminal);
  return code;
}

function hostsWithOwnFiles(config: Config, release: Release): HostName[] {
  const site = hostedRelease(release, { dir: config.out, hosting: config.hosting });
  return config.hosts.filter((name) => hosts[name].ownFiles(site).length > 0);
}

/** `phagepress check`: everything a build looks at, without writing anything. */
export async function runCheck(config: Config, terminal: Terminal): Promise<number> {
  const startedAt = terminal.now();
  for (const folder of [config.data, config.out]) await repairAndSweep(await realPathOf(folder));
  const checked = await withWorkFolder((workDir) =>
    withWorkers(isSmallInput(config.data, false) ? 0 : config.jobs, async (workers) => {
      // Threads load while this one does.
      workers.start();
      const { checkData, checkStages } = await import('../pipeline/checkData.ts');
      return checkData(config, workers, workDir, terminal.progress(config, checkStages));
    }),
  );
  const counts = perPublished(checked.present, (name) => checked.collections[name].count);
  const run = { ...checked, counts, site: null, out: null };
  return reportRun(run, config, terminal, terminal.now() - startedAt);
}
