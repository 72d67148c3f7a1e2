/** Imports inputs into the data folder; shared by all commands that import. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure, Interrupted } from '../failure.ts';
import type { PlacedFault } from '../importing/annotation.ts';
import { type DataImport, type StagedData, withDataFolder } from '../importing/dataFolder.ts';
import { missingInputs, pruneMissing, renderMissing } from '../importing/missingInputs.ts';
import { assertAddressesStay, prunedFamilies } from '../importing/lostAddresses.ts';
import { renderFaults } from '../importing/renderImport.ts';
import { contains, realPathOf } from '../publishing/outFolder.ts';
import type { Terminal } from './terminal.ts';

export interface Faulted {
  readonly faults: readonly PlacedFault[];
  /** What the user can do besides mending them. */
  readonly hint?: string;
}

/** What an import may take away. */
export interface RemovalOptions {
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
    throw new Failure(
      'usage',
      `The working folder is in the data folder ${folder}, which an import replaces.`,
      {
        hint: 'Run it from outside, for example after `cd ..`.',
      },
    );
  }
  const signal = terminal.interruption();
  const note = (text: string) => terminal.err(`${text}\n`);
  try {
    let gone: string[] = [];
    const done = await withDataFolder(data, { note, signal }, async (staged) => {
      const without = missingInputs(staged);
      gone = renderMissing(without, prune);
      const pruned = new Map(staged.files);
      if (prune) pruneMissing(staged, without);
      const before = new Map(staged.files);
      for (const file of before.keys()) pruned.delete(file);
      const report = await stage(staged, signal);
      if (report.faults.length > 0) throw new Faulty(report);
      if (!acceptRenames) await assertAddressesStay(before, staged);
      gone.push(...(await prunedFamilies(pruned, staged)));
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
