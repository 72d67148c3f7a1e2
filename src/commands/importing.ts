/** What all kinds of `phagepress import` have in common. */
import { programVersion } from '../installed.ts';
import type { StagedData } from '../importing/dataFolder.ts';
import { type Imported, renderFaults, renderImport } from '../importing/renderImport.ts';
import { formatCounted } from '../text/quantities.ts';
import { shellWord } from '../text/shellWord.ts';
import { type Faulted, importInto, type RemovalOptions } from './intoData.ts';
import type { Terminal } from './terminal.ts';

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

interface RecordCounts {
  readonly phages: number;
  readonly genes: number;
  readonly features: number;
  readonly genomes: number;
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
