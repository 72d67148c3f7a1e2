/** Builds a site as its configuration says; callers report the result. */
import { existsSync } from 'node:fs';
import type { BuildOutcome } from '../pipeline/building.ts';
import { withWorkers } from '../pipeline/workers.ts';
import type { Config } from '../config/settings.ts';
import { leadsToThisMachine } from '../contract/baseUrl.ts';
import { Failure, Interrupted } from '../failure.ts';
import { besideSite } from '../publishing/besideSite.ts';
import { realPathOf, resolveOutFolder } from '../publishing/outFolder.ts';
import { repairAndSweep } from '../publishing/publishSite.ts';
import { isSmallInput } from '../sources/isSmallInput.ts';
import type { Terminal } from './terminal.ts';

export interface BuiltOnce {
  readonly outcome: BuildOutcome;
  /** The absolute path of the site's folder. */
  readonly out: string;
}

/**
 * `isServing`: this thread also answers requests, so even small data goes to worker threads. Throws a Failure, or
 * Interrupted when a signal ended it.
 */
export async function buildOnce(
  config: Config,
  terminal: Terminal,
  { isServing = false } = {},
): Promise<BuiltOnce> {
  assertLeadsToHost(config);
  // What a killed import left.
  await repairAndSweep(await realPathOf(config.data));
  const out = await resolveOutFolder(config.out, config.data, config.static);
  const signal = terminal.interruption();
  const note = (text: string) => {
    if (!config.quiet) terminal.err(`${text}\n`);
  };
  const building = withWorkers(
    !isServing && isSmallInput(config.data, config.geneFiles) ? 0 : config.jobs,
    async (workers) => {
      // Threads load while this one does; with a cache there may be no work for them.
      const isMuch = !config.cache || !existsSync(besideSite(out, 'cache'));
      if (isMuch) workers.start();
      const { buildSite, buildStages } = await import('../pipeline/buildSite.ts');
      const progress = terminal.progress(config, buildStages);
      return buildSite({ ...config, out }, { workers, progress, note, signal });
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
  const { removeDiscarded } = await import('../publishing/publishSite.ts');
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
function assertLeadsToHost({ baseUrl, hosts: names, allowed }: Config): void {
  if (names.length === 0 || !leadsToThisMachine(baseUrl) || allowed.has('local-base-url')) return;
  throw new Failure(
    'usage',
    `The site is for ${names.join(' and ')}, but its links would start with ${baseUrl}, which works on this machine only.`,
    {
      hint: 'Give the address that the site will have with --base-url, such as https://phages.example.org; or, to try it on this machine, --allow local-base-url.',
    },
  );
}
