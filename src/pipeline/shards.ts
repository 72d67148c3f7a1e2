/**
 * A build in shares, on one machine or on many that see one folder. Each step runs its share of the tasks that a build
 * gives its threads, and leaves their results in the folder; later steps find them there instead of running the tasks.
 * All that is decided between the tasks is decided again by each step as by any build: so the bytes of a site do not
 * depend on the number of shares.
 */
import { hash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { attempt, DamagedCache, Failure } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import { dealTasks, costliestFirst, mapTasks } from '../base/threads.ts';
import { objectIn } from '../contract/collectionName.ts';
import { installed, programVersion } from '../installed.ts';
import { joinWritten, mergeFiles, shortPath, type WrittenFiles } from '../publishing/fileList.ts';
import { linkInto, writing } from '../publishing/siteWriter.ts';
import type { RenderedBulk } from '../sinks/renderBulk.ts';
import type { RenderTask } from '../sinks/renderPart.ts';
import { type PartitionedGenes, partitionFolder } from '../sinks/renderPhams.ts';
import { type Discovered, discoverSources } from '../sources/discoverSources.ts';
import type { Piece } from '../sources/planBundles.ts';
import { shellWord } from '../text/escapes.ts';
import { compareText } from '../text/order.ts';
import { formatCount } from '../text/words.ts';
import { makeSite } from './buildSite.ts';
import type { BuildEffects, BuildOutcome } from './planSite.ts';
import type { Config, ShardStep } from './settings.ts';
import type { BuildTasks, Deal, Workers } from './tasks.ts';

/** What all steps work by. */
export interface ShardPlan {
  /** The SHA-256 of all else. */
  readonly id: string;
  readonly version: string;
  readonly shards: number;
  /** The folder of the plan, at the same path on every machine. */
  readonly folder: string;
  /** With absolute paths. */
  readonly config: Config;
  /** The SHA-256 of paths, sizes and times of the sources. */
  readonly sources: string;
}

const planFile = 'plan.json';

const planAgain = 'Plan again, in another folder, and run all steps of that plan.';

// Pages are cut into parts for so many threads on each machine.
const jobsPerShard = 4;

function listingOf({ sources }: Discovered): string {
  const lines = sources.map(({ file, bytes, mtimeMs }) => JSON.stringify([file, bytes, mtimeMs]));
  return hash('sha256', lines.join('\n'));
}

/**
 * Writes the plan and workflows that run its steps. The same plan again changes nothing. Throws a Failure if the folder
 * holds anything else.
 */
export function writePlan(folder: string, config: Config, shards: number): ShardPlan {
  const { allowed, denied, ...plain } = config;
  const contents = {
    version: programVersion(),
    shards,
    folder,
    config: {
      ...plain,
      allowed: [...allowed].sort(compareText),
      denied: [...denied].sort(compareText),
    },
    sources: listingOf(discoverSources(config.data)),
  };
  const plan = { id: hash('sha256', JSON.stringify(contents)), ...contents };
  const file = path.join(folder, planFile);
  const text = `${JSON.stringify(plan, null, 2)}\n`;
  const before = attempt(() => readFileSync(file, 'utf8'));
  if (before !== undefined && before !== text) {
    throw new Failure('usage', `${shortPath(folder)} holds another plan.`, {
      hint: 'Choose another folder, or remove this one if its site is built.',
    });
  }
  if (before === undefined && (attempt(() => readdirSync(folder)) ?? []).length > 0) {
    throw new Failure('usage', `${shortPath(folder)} holds other files.`, {
      hint: 'Name a folder that is new or empty.',
    });
  }
  // Later the workflows are the user's.
  if (before === undefined) {
    writing(folder, () => {
      makeFolder(folder);
      copyWorkflows(folder);
      writeWhole(file, Buffer.from(text));
    });
  }
  return { ...plan, config };
}

/** For Snakemake and Slurm. */
function copyWorkflows(folder: string): void {
  const from = fileURLToPath(installed('workflows'));
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const target = path.join(folder, path.relative(from, file));
    makeFolder(path.dirname(target));
    copyFileSync(file, target);
    if (target.endsWith('.sh')) chmodSync(target, 0o755);
  }
}

/** Throws a Failure unless the folder holds a plan of this version, and the sources are those that were planned. */
export function readPlan(folder: string): ShardPlan {
  const file = path.join(folder, planFile);
  const text = attempt(() => readFileSync(file, 'utf8'));
  const found = objectIn(text ?? '');
  if (typeof found?.['id'] !== 'string') {
    throw new Failure('usage', `${shortPath(folder)} holds no plan of a build in shares.`, {
      hint: 'Make one with phagepress shard plan.',
    });
  }
  const { id, ...contents } = found as unknown as ShardPlan;
  if (contents.version !== programVersion()) {
    const versions = `phagepress ${contents.version}, and this is ${programVersion()}`;
    throw new Failure('usage', `${shortPath(file)} was made by ${versions}.`, { hint: planAgain });
  }
  if (hash('sha256', JSON.stringify(contents)) !== id)
    throw new Failure('usage', `${shortPath(file)} was changed.`, { hint: planAgain });
  if (contents.folder !== folder) {
    throw new Failure(
      'usage',
      `The plan in ${shortPath(folder)} was made for ${contents.folder}.`,
      {
        hint: 'All machines must see the folder at one path.',
      },
    );
  }
  const { config } = contents;
  const sets = { allowed: new Set(config.allowed), denied: new Set(config.denied) };
  const plan = { id, ...contents, config: { ...config, ...sets } };
  if (listingOf(discoverSources(config.data)) !== contents.sources) {
    throw new Failure('data', `The files in ${shortPath(config.data)} are not those of the plan.`, {
      hint: planAgain,
    });
  }
  return plan;
}

/** Never half of it, whenever the program is killed. */
function writeWhole(file: string, bytes: Uint8Array): void {
  const whole = `${file}.${randomUUID()}`;
  try {
    writing(file, () => {
      writeFileSync(whole, bytes, { flag: 'wx', flush: true });
      renameSync(whole, file);
    });
  } catch (error) {
    rmSync(whole, { force: true });
    throw error;
  }
}

/** The tasks of the first steps, each of which is told by its input. */
const stepOf = {
  intakeGenomes: 'genomes',
  intakeBundle: 'sort',
  renderPart: 'render',
} as const satisfies Partial<Record<keyof BuildTasks, ShardStep>>;

type KeyedTask = keyof typeof stepOf;

/** Those of views and bulk files, told by their number: each kind is planned in one order. */
const derivedTasks = [
  'renderPhams',
  'renderViews',
  'renderBulk',
  'renderParquet',
  'renderGenomes',
  'renderPhageTable',
  'renderFamilies',
] as const satisfies readonly (keyof BuildTasks)[];

type DerivedTask = (typeof derivedTasks)[number];
type ShardTask = KeyedTask | DerivedTask;
type InputOf<Name extends ShardTask> = Parameters<BuildTasks[Name]>[0];
type OutputOf<Name extends ShardTask> = Awaited<ReturnType<BuildTasks[Name]>>;

const ofPieces = (pieces: readonly Piece[]) =>
  pieces.map(({ source, start, end }) => [source.file, start, end]);

const keys: { readonly [Name in KeyedTask]: (input: InputOf<Name>) => unknown } = {
  intakeGenomes: ({ pieces }) => ofPieces(pieces),
  intakeBundle: ({ collection, pieces }) => [collection, ofPieces(pieces)],
  renderPart: ({ shape, part }) => [shape.list, part.firstRank],
};

/** What another share has for a derived task: nothing. */
const nothing = {
  ...joinWritten([]),
  phams: 0,
  genes: 0,
  parts: [],
  rowGroups: [],
  entries: [],
  plain: new Uint8Array(),
};

/** Where a task left what is no part of its result. */
interface Left {
  /** Of a run, or a file of genomes. */
  readonly run?: string;
  /** Of published files. */
  readonly stagingDir?: string;
  /** Of the genes by family. */
  readonly partitioned?: PartitionedGenes | null;
}

/** Of files that are neither runs nor published: their SHA-256, '' for one that is not there. */
type Sums = readonly (readonly [file: string, sha256: string])[];

/** The genes by family, files that will be packed, and large parts of bulk files. */
function filesBeside(output: object, { partitioned }: Left, input: object): string[] {
  const parts = 'parts' in output ? (output as RenderedBulk).parts : [];
  const ofFamilies =
    partitioned === undefined || partitioned === null
      ? []
      : partitionFiles(partitioned, input as RenderTask);
  return [
    ...ofFamilies,
    ...('spools' in output ? (output as WrittenFiles).spools.map(({ place }) => place) : []),
    ...parts.flatMap(({ content }) => (content instanceof Uint8Array ? [] : content.place)),
  ];
}

function partitionFiles(partitioned: PartitionedGenes, { part }: RenderTask): string[] {
  return Array.from({ length: partitioned.partitions }, (_, at) =>
    path.join(partitionFolder(partitioned, at), String(part.firstRank)),
  );
}

const sumsOf = (files: readonly string[], workers: Workers): Promise<Sums> =>
  mapTasks(files, 2 * workers.jobs, async (file) => {
    return [file, await workers.run('hashRange', { file, start: 0, end: Infinity })] as const;
  });

/** Throws DamagedCache. */
async function checkSums(sums: Sums, workers: Workers): Promise<void> {
  const files = sums.map(([file]) => file);
  for (const [at, [file, sha256]] of (await sumsOf(files, workers)).entries())
    if (sha256 !== sums[at]?.[1]) throw new DamagedCache(`${shortPath(file)} is another`);
}

function leftBy(name: ShardTask, input: InputOf<ShardTask>): Left {
  if ('runPath' in input) return { run: input.runPath };
  if ('storePath' in input) return { run: input.storePath };
  if ('siteDir' in input) return { stagingDir: input.siteDir };
  if (!('site' in input) || input.site === null) throw new Error(`${name} leaves nothing`);
  const { site } = input;
  return {
    stagingDir: site.stagingDir,
    ...('partitioned' in site ? { partitioned: site.partitioned } : {}),
  };
}

/** Links what a task left to where the same task of this build would leave it; returns its result there. */
async function takenAs<Name extends ShardTask>(
  name: Name,
  output: OutputOf<Name>,
  from: Left,
  input: InputOf<Name>,
  workers: Workers,
): Promise<OutputOf<Name>> {
  const to = leftBy(name, input);
  if (to.run !== undefined) {
    linkLeft(from.run, to.run);
    return 'run' in output ? { ...output, run: { ...output.run, path: to.run } } : output;
  }
  const [source = '', siteDir = ''] = [from.stagingDir, to.stagingDir];
  const files = 'lists' in output ? [...mergeFiles(output.lists)] : [];
  for (const { path: file } of files) linkLeft(path.join(source, file), path.join(siteDir, file));
  // Sorted runs have sums of their own.
  await workers.run('checkFiles', { siteDir, files });
  if (name !== 'renderPart') return withOwnLists(output);
  const [old, now] = [from.partitioned ?? null, to.partitioned ?? null];
  if (old === null || now === null) return output;
  const left = partitionFiles(old, input as RenderTask);
  for (const [at, due] of partitionFiles(now, input as RenderTask).entries())
    linkLeft(left[at], due);
  return output;
}

/** The same, with lists that do not hold the bytes of all that was read with them, such as parts of bulk files. */
function withOwnLists<Output extends object>(output: Output): Output {
  if (!('lists' in output)) return output;
  const { lists, spools } = output as Output & WrittenFiles;
  const own = spools.map(({ place, list }) => ({ place, list: list.slice() }));
  return { ...output, lists: lists.map((list) => list.slice()), spools: own };
}

function linkLeft(from: string | undefined, to: string): void {
  // A run without records has no file, nor has a part without genes in a partition.
  if (from !== undefined && existsSync(from)) linkInto(from, to);
}

/** Thrown once a share of a step is done: what follows is not part of it. */
class ShareDone extends Error {
  readonly tasks: number;
  readonly all: number;

  constructor(tasks: number, all: number) {
    super('the share is done');
    this.tasks = tasks;
    this.all = all;
  }
}

/** Thrown for a task that is none of this step, and has no result. */
class NoResult extends Error {}

/** A step and its share, from 1. */
export interface Share {
  readonly step: ShardStep;
  readonly share: number;
}

/**
 * The threads of a build that takes the results of steps from the plan's folder; of `own`, it runs the share, and throws
 * ShareDone. With null it runs what is not divided.
 */
export function shardedWorkers(plan: ShardPlan, workers: Workers, own: Share | null): Workers {
  const numbers = new Map<DerivedTask, number>();
  const derived = { mine: 0, all: 0 };
  const resultOf = async <Name extends ShardTask>(
    step: ShardStep,
    name: Name,
    key: unknown,
    input: InputOf<Name>,
  ): Promise<OutputOf<Name>> => {
    const id = hash('sha256', JSON.stringify([name, key])).slice(0, 32);
    const file = path.join(plan.folder, 'results', step, id);
    const found = readResult(file, plan);
    if (found !== null) {
      const stored = found.output as OutputOf<Name>;
      if (own?.step === step) return stored;
      await checkSums(found.sums, workers);
      return takenAs(name, stored, found.left, input, workers);
    }
    if (own?.step !== step) throw new NoResult();
    // With sums of what it leaves, as for a cache, which others read.
    const task = 'willBeCached' in input ? { ...input, willBeCached: true } : input;
    const output: OutputOf<Name> = await workers.run(name, task);
    const left = leftBy(name, input);
    const sums = await sumsOf(filesBeside(output, left, input), workers);
    const bytes = serialize({ output, left, sums });
    mkdirSync(path.dirname(file), { recursive: true });
    const head = { plan: plan.id, sha256: hash('sha256', bytes) };
    writeWhole(file, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]));
    return output;
  };
  const derive = async <Name extends DerivedTask>(
    name: Name,
    input: InputOf<Name>,
  ): Promise<OutputOf<Name>> => {
    const number = numbers.get(name) ?? 0;
    numbers.set(name, number + 1);
    const share = (number % plan.shards) + 1;
    derived.all++;
    if (own?.step === 'derive') {
      if (share !== own.share) return nothing as unknown as OutputOf<Name>;
      derived.mine++;
    }
    return resultOf('derive', name, number, input).catch((error: unknown) => {
      throw errorOf(error, plan, 'derive', share);
    });
  };
  const run = (name: keyof BuildTasks, input: never) => {
    if (derivedTasks.some((one) => one === name)) return derive(name as DerivedTask, input);
    if (!Object.hasOwn(stepOf, name) || isOrderOnly(name, input)) return workers.run(name, input);
    const keyed = name as KeyedTask;
    return resultOf(stepOf[keyed], keyed, keys[keyed](input), input);
  };
  const deal: Deal = async (work, items, costOf, runItem) => {
    // A build may begin again, where what it took over is damaged.
    if (work === 'genomes') numbers.clear();
    const shares = sharesOf(items, costOf, plan.shards);
    const numbered = items.map((item, at) => ({ item, share: (shares[at] ?? 0) + 1 }));
    const mine = numbered.filter(({ share }) => own?.step !== work || share === own.share);
    const done = await dealTasks(
      mine,
      2 * workers.jobs,
      ({ item }) => costOf(item),
      ({ item, share }) =>
        runItem(item).catch((error: unknown) => {
          throw errorOf(error, plan, work, share);
        }),
    );
    if (own?.step === work) throw new ShareDone(mine.length, items.length);
    return done;
  };
  const partly = {
    endDerived() {
      throw new ShareDone(derived.mine, derived.all);
    },
  };
  return {
    ...workers,
    totalJobs: jobsPerShard * plan.shards,
    run: run as Workers['run'],
    deal,
    ...(own?.step === 'derive' ? partly : {}),
  };
}

/** Where data has errors, keys are only compared: that is not divided. */
function isOrderOnly(name: string, input: unknown): boolean {
  return name === 'renderPart' && (input as RenderTask).site === null;
}

/** The share of each item, from 0: the most expensive are dealt in turn. */
function sharesOf<Item>(
  items: readonly Item[],
  costOf: (item: Item) => number,
  shards: number,
): readonly number[] {
  const shares: number[] = [];
  for (const [rank, { at }] of costliestFirst(items, costOf).entries()) {
    // Back and forth, so that the first share does not get the most of each turn.
    const turn = Math.floor(rank / shards);
    shares[at] = turn % 2 === 0 ? rank % shards : shards - 1 - (rank % shards);
  }
  return shares;
}

/** What to throw for an error of a task: with the share whose result is missing or damaged. */
function errorOf(error: unknown, { folder }: ShardPlan, step: ShardStep, share: number): unknown {
  if (error instanceof NoResult) {
    return new Failure('data', `The result of share ${share} of the step ${step} is missing.`, {
      hint: `Run phagepress shard ${step} ${shellWord(shortPath(folder))} ${share}.`,
    });
  }
  if (!(error instanceof DamagedCache)) return error;
  return new Failure('machine', `What the steps up to ${step} left is damaged: ${error.message}.`, {
    hint: planAgain,
  });
}

/** Null if there is none. Throws a Failure for one that is damaged, or of another plan. */
function readResult(
  file: string,
  { id }: ShardPlan,
): { readonly output: unknown; readonly left: Left; readonly sums: Sums } | null {
  const bytes = attempt(() => readFileSync(file));
  if (bytes === undefined) return null;
  const end = bytes.indexOf('\n');
  const held = bytes.subarray(end + 1);
  const { plan, sha256 } = objectIn(bytes.toString('utf8', 0, end)) ?? {};
  if (plan === id && sha256 === hash('sha256', held)) return deserialize(held);
  const isOther = typeof plan === 'string' && plan !== id;
  const what = isOther ? 'is of another plan' : 'is not as it was written';
  throw new Failure('machine', `${shortPath(file)} ${what}.`, {
    hint: 'Remove it, and run the step again that it is of.',
  });
}

/** What a share came to; `outcome` instead if errors in the data ended it before. */
export interface ShareOutcome {
  readonly tasks: number;
  readonly all: number;
  readonly outcome: BuildOutcome | null;
}

/** Runs a share of a step; one that is done already is found to be. Throws a Failure, or the signal's reason. */
export async function runShare(
  plan: ShardPlan,
  own: Share,
  effects: BuildEffects,
): Promise<ShareOutcome> {
  const attemptDir = path.join(plan.folder, 'attempts', randomUUID());
  const workDir = path.join(attemptDir, 'runs');
  // Runs stay there, and pages: their results say where.
  const workers = shardedWorkers(plan, effects.workers, own);
  writing(attemptDir, () => makeFolder(workDir));
  try {
    const config = { ...plan.config, out: path.join(attemptDir, 'site'), cache: false };
    const { outcome } = await makeSite(config, { ...effects, workers }, workDir);
    return { tasks: 0, all: 0, outcome };
  } catch (error) {
    if (!(error instanceof ShareDone)) throw error;
    if (error.tasks === 0) rmSync(attemptDir, { recursive: true, force: true });
    return { tasks: error.tasks, all: error.all, outcome: null };
  } finally {
    effects.progress.end();
  }
}

/** `12 of 48 bundles`, of a share that is done. */
export function describeShare({ step }: Share, { tasks, all }: ShareOutcome): string {
  const words = {
    genomes: 'bundles of genomes',
    sort: 'bundles',
    render: 'parts',
    derive: 'tasks',
  };
  return `${formatCount(tasks)} of ${formatCount(all)} ${words[step]}`;
}
