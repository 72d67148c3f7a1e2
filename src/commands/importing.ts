/** What all kinds of `phagepress import` have in common. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { attempt, exitCodes, Failure, Interrupted } from '../base/failure.ts';
import type { PlacedFault } from '../importing/annotation.ts';
import { type DataImport, type StagedData, withDataFolder } from '../importing/dataFolder.ts';
import {
  assertAddressesStay,
  missingInputs,
  notGivenAgain,
  prunedFamilies,
  pruneMissing,
  renderMissing,
} from '../importing/missingInputs.ts';
import {
  type Imported,
  type RecordCounts,
  renderFaults,
  renderImport,
} from '../importing/report.ts';
import { programVersion } from '../installed.ts';
import { contains, realPathOf } from '../publishing/outFolder.ts';
import { shellWord } from '../text/escapes.ts';
import { formatCounted, nearestName } from '../text/words.ts';
import { defaultConfigFile, defaults, readSettings } from './config.ts';
import type { Terminal } from './terminal.ts';
import { renderFailure } from './terminalProgress.ts';

interface Faulted {
  readonly faults: readonly PlacedFault[];
  readonly log: Imported['log'];
  /** What the user can do besides mending them. */
  readonly hint?: string;
}

/** What an import may take away. */
interface RemovalOptions {
  readonly acceptRenames?: boolean;
  readonly prune?: boolean;
}

class Faulty extends Error {
  readonly report: Faulted;

  constructor(report: Faulted) {
    super();
    this.report = report;
  }
}

/**
 * Runs `stage` on the data folder; `named` is the option that names it. With faults, prints them, changes nothing and
 * returns null. Throws a Failure, or the signal's reason.
 */
export async function importInto<Report extends Faulted>(
  folder: string,
  terminal: Pick<Terminal, 'err' | 'interruption'>,
  named: '--data' | '',
  stage: (staged: StagedData, signal: AbortSignal) => Promise<Report>,
  { acceptRenames = false, prune = false }: RemovalOptions = {},
): Promise<(DataImport<Report> & { readonly gone: readonly string[] }) | null> {
  assertFolder(folder, named);
  const data = await realPathOf(folder);
  if (contains(data, await realPathOf('.'))) {
    const what = `The working folder is in the data folder ${folder}, which an import replaces.`;
    const hint = 'Run it from outside, for example after `cd ..`.';
    throw new Failure('usage', what, { hint });
  }
  const signal = terminal.interruption();
  const note = (text: string) => terminal.err(`${text}\n`);
  try {
    let gone: string[] = [];
    const done = await withDataFolder(data, { note, signal }, async (staged) => {
      const without = missingInputs(staged);
      const all = new Map(staged.files);
      if (prune) pruneMissing(staged, without);
      const before = new Map(staged.files);
      const pruned = new Map([...all].filter(([file]) => !before.has(file)));
      const report = await stage(staged, signal);
      if (report.faults.length > 0) throw new Faulty(report);
      if (!acceptRenames) await assertAddressesStay(before, staged, report.log.refused);
      gone = [
        ...renderMissing(staged.data, notGivenAgain(without, all, staged), prune),
        ...(await prunedFamilies(pruned, staged)),
      ];
      return report;
    });
    return { ...done, gone };
  } catch (error) {
    if (error instanceof Interrupted) throw new Interrupted(`Interrupted; ${folder} is as it was.`);
    if (!(error instanceof Faulty)) throw withoutOption(error, named);
    const { faults, hint } = error.report;
    terminal.err(renderFaults(faults) + (hint === undefined ? '' : `  hint: ${hint}\n`));
    return null;
  }
}

/** If the data folder or one of its parents is a file, the command line is wrong. */
function assertFolder(folder: string, named: '--data' | ''): void {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = attempt(() => statSync(at, { throwIfNoEntry: false }));
    if (found?.isDirectory() === true || path.dirname(at) === at) return;
    if (found === undefined) continue;
    const place = path.relative(process.cwd(), at) || at;
    const hint = named === '' ? 'Name another one.' : `Name another one with ${named}.`;
    throw new Failure('usage', `${place} is no folder.`, { hint });
  }
}

/** Removes `--out` from a write failure: imports name the folder by another option, or by none. */
export function withoutOption(error: unknown, named: '--data' | ''): unknown {
  if (!(error instanceof Failure) || error.hint?.includes(' with --out') !== true) return error;
  const { kind, message, lines, cause } = error;
  const hint = error.hint.replaceAll(' with --out', named === '' ? '' : ` with ${named}`);
  return new Failure(kind, message, { hint, lines, cause });
}

export interface ImportOptions extends RemovalOptions {
  readonly data: string;
  /** YYYY-MM-DD. */
  readonly date?: string;
  readonly verbose?: boolean;
}

export function inputOptions({ date }: Pick<ImportOptions, 'date'>) {
  return { program: `phagepress ${programVersion()}`, date: date ?? null };
}

/** The result of an import, for the summary; `from` says what the genomes, and everything else, were read from. */
export function recordSummary(
  { phages, genes, features, genomes }: RecordCounts,
  from: string,
): string[] {
  return [
    formatCounted(phages, 'phage'),
    formatCounted(genes, 'gene'),
    formatCounted(features, 'other feature'),
    `${formatCounted(genomes, 'genome')}${from}`,
  ];
}

/** Imports and reports the result; with faults, nothing is changed. Returns the exit code. */
export async function runImport<Report extends Imported & Faulted>(
  options: ImportOptions,
  terminal: Terminal,
  what: (report: Report) => readonly string[],
  stage: (staged: StagedData, signal: AbortSignal) => Promise<Report>,
): Promise<number> {
  const { data, verbose = false } = options;
  const done = await importInto(data, terminal, '--data', stage, options);
  if (done === null) return 1;
  const { result, ...about } = done;
  const allowed = result.allow.map((rule) => ` --allow ${rule}`).join('');
  terminal.out(
    renderImport(what(result), result, { data, ...about, verbose }) +
      `Next: ${terminal.calledAs} build --data ${shellWord(data)}${allowed}\n`,
  );
  const { left = [] } = result;
  if (left.length === 0) return 0;
  terminal.err(renderFaults(left, 'The rest was imported.'));
  return 1;
}

export interface RepeatOptions extends RemovalOptions {
  /** Whether annotations without faults are imported, and what is behind them. */
  readonly keepGoing?: boolean;
  readonly date?: string;
  readonly verbose?: boolean;
}

/** Throws a Failure for a word in place of a kind of input. */
export function assertKind([kind]: readonly string[], kinds: readonly string[]): void {
  if (kind === undefined) return;
  const nearest = nearestName(kind, kinds);
  const hint =
    nearest === undefined ? `There are ${kinds.join(', ')}.` : `Did you mean ${nearest}?`;
  throw new Failure('usage', `'${kind}' is no kind of import.`, { hint });
}

/**
 * `phagepress import` without a kind of input: runs the imports that the configuration file names, in order, until one
 * fails, unless `keepGoing`; `run` takes the words behind `phagepress import`. Returns the exit code.
 * Throws a Failure.
 */
export async function repeatImports(
  { acceptRenames = false, prune = false, keepGoing = false, date, verbose = false }: RepeatOptions,
  terminal: Terminal,
  run: (words: readonly string[]) => Promise<number>,
): Promise<number> {
  const { imports = [], data = defaults.data } = await readSettings(undefined, {});
  if (imports.length === 0) {
    throw new Failure('usage', `No "imports" in ${defaultConfigFile} say what to import.`, {
      hint: 'Run it in the folder of the project. `phagepress init --from` writes them; `phagepress import annotations <files>` and its siblings import once.',
    });
  }
  const added = [
    ...(data === defaults.data ? [] : ['--data', data]),
    ...(acceptRenames ? ['--accept-renames'] : []),
    ...(prune ? ['--prune'] : []),
    ...(date === undefined ? [] : ['--date', date]),
    ...(verbose ? ['--verbose'] : []),
  ];
  let worst = 0;
  for (const words of imports) {
    const own = keepGoing && words[0] === 'annotations' ? ['--keep-going'] : [];
    const all = [...words, ...added, ...own];
    terminal.out(`phagepress import ${all.map(shellWord).join(' ')}\n`);
    const code = await run(all).catch((error: unknown) => {
      const failure = withOrigin(error);
      if (!keepGoing || !(failure instanceof Failure)) throw failure;
      terminal.err(renderFailure(failure, terminal.calledAs));
      return exitCodes[failure.kind];
    });
    if (code !== 0 && !keepGoing) return code;
    worst = Math.max(worst, code);
  }
  return worst;
}

/** Says where the words of an import that cannot be run come from. */
function withOrigin(error: unknown): unknown {
  if (!(error instanceof Failure) || error.kind !== 'usage' || error.hint !== undefined)
    return error;
  const { kind, message, lines, cause } = error;
  const hint = `"imports" in ${defaultConfigFile} has it: put it back, or change that.`;
  return new Failure(kind, message, { hint, lines, cause });
}
