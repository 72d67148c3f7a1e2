/** `phagepress shard`: a build in shares, whose steps run one after the other or on many machines. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Failure } from '../base/failure.ts';
import { type Config, type ShardStep, shardSteps } from '../pipeline/settings.ts';
import {
  describeShare,
  readPlan,
  runShare,
  shardedWorkers,
  writePlan,
} from '../pipeline/shards.ts';
import { type Workers, withWorkers } from '../pipeline/tasks.ts';
import {
  assertApart,
  assertReplaceable,
  realPathOf,
  resolveOutFolder,
} from '../publishing/outFolder.ts';
import { isSmallInput } from '../sources/planBundles.ts';
import { shellWord } from '../text/escapes.ts';
import { formatCount } from '../text/words.ts';
import { assertLeadsToHost, reportRun, runBuild } from './build.ts';
import type { Terminal } from './terminal.ts';

/** Writes the plan. Throws a Failure. */
export async function runShardPlan(
  folder: string,
  shards: number,
  config: Config,
  terminal: Terminal,
): Promise<number> {
  assertLeadsToHost(config);
  const { assertHostsCouldServe } = await import('../pipeline/planSite.ts');
  const out = await resolveOutFolder(config.out, config.data, config.static);
  assertHostsCouldServe({ ...config, out });
  assertReplaceable(out);
  const apart = { site: out, sources: config.data, 'files of your own': config.static };
  for (const [name, other] of Object.entries(apart)) {
    if (other === undefined) continue;
    const paths = await Promise.all([realPathOf(folder), realPathOf(other)]);
    assertApart(...paths, `The plan (${folder}) and the ${name}`);
  }
  const planned = {
    ...config,
    data: path.resolve(config.data),
    out,
    ...(config.static === undefined ? {} : { static: path.resolve(config.static) }),
    sign: config.sign === null ? null : path.resolve(config.sign),
    // Its results are in the folder of the plan, and each step has as many threads as its machine has cores.
    cache: false,
    jobs: 1,
  };
  writePlan(path.resolve(folder), planned, shards);
  if (config.quiet) return 0;
  const { calledAs } = terminal;
  const named = shellWord(folder);
  const fileIn = (name: string) => shellWord(`${folder}/${name}`);
  const each = Object.keys(shardSteps).map((step) => `${step} ${named} <share>`);
  const lines = [...each, `join ${named}`].map((line) => `  ${calledAs} shard ${line}\n`);
  terminal.out(
    `Planned in ${folder}. Each step is run for all shares, from 1 to ${formatCount(shards)}, before the next:\n` +
      lines.join('') +
      `To have them run: snakemake --snakefile ${fileIn('Snakefile')} --profile ${fileIn('local')} (or slurm),\n` +
      `or sh ${fileIn('array.sh')} with Slurm alone.\n`,
  );
  return 0;
}

export interface StepOptions {
  readonly jobs?: number;
  readonly quiet?: boolean;
}

/** Runs a share of a step; the exit code is 1 where errors in the data forbid a site. Throws a Failure. */
export async function runShardStep(
  step: ShardStep,
  folder: string,
  share: number,
  options: StepOptions,
  terminal: Terminal,
): Promise<number> {
  const startedAt = terminal.now();
  const plan = readPlan(path.resolve(folder));
  if (share > plan.shards) {
    throw new Failure('usage', `The plan in ${folder} has ${formatCount(plan.shards)} shares.`, {
      hint: `Name one of them, from 1; found ${formatCount(share)}.`,
    });
  }
  const config = configOf(plan.config, options);
  const signal = terminal.interruption();
  const done = await withWorkers(
    isSmallInput(config.data, config.geneFiles) ? 0 : config.jobs,
    async (workers) => {
      workers.start();
      const { buildStages } = await import('../pipeline/buildSite.ts');
      const progress = terminal.progress(config, buildStages);
      const note = () => {};
      return runShare(plan, { step, share }, { workers, progress, note, signal });
    },
    signal,
  );
  const { outcome } = done;
  const elapsedMs = terminal.now() - startedAt;
  if (outcome !== null) {
    return reportRun({ ...outcome, out: null }, config, terminal, elapsedMs);
  }
  if (!config.quiet) {
    const seconds = (elapsedMs / 1000).toFixed(1);
    const shares = `${formatCount(share)} of ${formatCount(plan.shards)}`;
    const what = describeShare({ step, share }, done);
    terminal.out(`Step ${step}, share ${shares}: ${what} in ${seconds} s.\n`);
  }
  return 0;
}

/** Ends what the steps began: publishes the site, and reports as a build does. Throws a Failure. */
export async function runShardJoin(
  folder: string,
  options: StepOptions,
  terminal: Terminal,
): Promise<number> {
  const plan = readPlan(path.resolve(folder));
  const divided = (workers: Workers) => shardedWorkers(plan, workers, null);
  return runBuild(configOf(plan.config, options), terminal, { divided });
}

function configOf(config: Config, { jobs, quiet }: StepOptions): Config {
  return {
    ...config,
    jobs: jobs ?? availableParallelism(),
    ...(quiet === undefined ? {} : { quiet }),
  };
}
