/** `phagepress import`: turns a lab's own files into records below the data folder. */
import { programVersion } from '../installed.ts';
import { Failure } from '../failure.ts';
import {
  importAnnotations,
  type ImportReport,
} from '../importing/annotations/importAnnotations.ts';
import type { PlacedFault } from '../importing/annotation.ts';
import { type StagedData, withDataFolder } from '../importing/dataFolder.ts';
import { importTable, type TableReport, tableTemplate } from '../importing/table/importTable.ts';
import { readCells } from '../importing/table/readCells.ts';
import { readFamilies, readNames } from '../importing/table/readPairs.ts';
import { type Imported, renderImport, renderFaults } from '../importing/renderImport.ts';
import { formatCounted } from '../text/quantities.ts';
import { contains, realPathOf } from '../publishing/outFolder.ts';
import type { Terminal } from './terminal.ts';

interface ImportOptions {
  readonly data: string;
  /** YYYY-MM-DD. */
  readonly date?: string;
  readonly verbose?: boolean;
}

export interface TableImportOptions extends ImportOptions {
  /** Pairs of a header and the name of a column. */
  readonly columns?: readonly (readonly [string, string])[];
  /** Whether to print an empty table instead. */
  readonly template?: boolean;
}

export interface AnnotationImportOptions extends ImportOptions {
  /** File with a table of sequences and names of phages. */
  readonly names?: string;
  /** File with a table of genes and families. */
  readonly families?: string;
  readonly pseudogenes: 'keep' | 'refuse';
  readonly hypothetical: 'keep' | 'empty';
}

/** Imports annotation files; returns the exit code. Throws a Failure, or the signal's reason. */
export async function runImportAnnotations(
  files: readonly string[],
  options: AnnotationImportOptions,
  terminal: Terminal,
): Promise<number> {
  const choices = {
    pseudogenes: options.pseudogenes,
    hypothetical: options.hypothetical,
    names: options.names === undefined ? new Map<string, string>() : await readNames(options.names),
    families: options.families === undefined ? null : await readFamilies(options.families),
    ...inputOptions(options),
  };
  const what = (report: ImportReport) => [
    formatCounted(report.phages, 'phage'),
    formatCounted(report.genes, 'gene'),
    formatCounted(report.features, 'other feature'),
    `${formatCounted(report.genomes, 'genome')} from ${formatCounted(report.files, 'file')}`,
  ];
  return runImport(options, terminal, what, async (staged, signal) => {
    const report = await importAnnotations(files, staged, choices, signal);
    if (report.files === 0 && report.faults.length === 0) throw nothingFound(files, report);
    return report;
  });
}

/** Imports a table about phages, or prints an empty one; returns the exit code. Throws a Failure. */
export async function runImportTable(
  file: string | undefined,
  options: TableImportOptions,
  terminal: Terminal,
): Promise<number> {
  if (options.template === true) {
    terminal.file(tableTemplate());
    return 0;
  }
  if (file === undefined) {
    throw new Failure('usage', 'Which table is to be imported?', {
      hint: 'Name a CSV or TSV file; `phagepress import table --template` prints an empty one.',
    });
  }
  const rows = await readCells(file);
  const choices = { columns: new Map(options.columns), ...inputOptions(options) };
  const what = ({ fields, phages }: TableReport) => [
    `${formatCounted(fields, 'field')} of ${formatCounted(phages, 'phage')}`,
  ];
  return runImport(options, terminal, what, async (staged) =>
    importTable(file, rows, staged, choices),
  );
}

function inputOptions({ date }: ImportOptions) {
  return { program: `phagepress ${programVersion()}`, date: date ?? null };
}

class Faulty extends Error {
  readonly faults: readonly PlacedFault[];

  constructor(faults: readonly PlacedFault[]) {
    super();
    this.faults = faults;
  }
}

/** Imports and reports what came of it; with faults, nothing is changed. Returns the exit code. */
async function runImport<Report extends Imported & { readonly faults: readonly PlacedFault[] }>(
  options: ImportOptions,
  terminal: Terminal,
  what: (report: Report) => readonly string[],
  stage: (staged: StagedData, signal: AbortSignal) => Promise<Report>,
): Promise<number> {
  const data = await realPathOf(options.data);
  if (contains(data, await realPathOf('.'))) {
    throw new Failure(
      'usage',
      `The working folder is in the data folder ${options.data}, which an import replaces.`,
      {
        hint: 'Run it from outside, for example after `cd ..`.',
      },
    );
  }
  const signal = terminal.interruption();
  const note = (text: string) => terminal.err(`${text}\n`);
  try {
    const { result, hasChanged } = await withDataFolder(data, { note, signal }, async (staged) => {
      const report = await stage(staged, signal);
      if (report.faults.length > 0) throw new Faulty(report.faults);
      return report;
    });
    const verbose = options.verbose === true;
    const shown = { data: options.data, calledAs: terminal.calledAs, hasChanged, verbose };
    terminal.out(renderImport(what(result), result, shown));
    return 0;
  } catch (error) {
    if (!(error instanceof Faulty)) throw error;
    terminal.err(renderFaults(error.faults));
    return 1;
  }
}

function nothingFound(files: readonly string[], { skipped }: ImportReport): Failure {
  return new Failure('data', `No annotations in ${files.join(', ')}.`, {
    lines: skipped.map(({ name, why }) => `  ${name}: ${why}`),
    hint: 'GenBank flat files and GFF3 files are read, plain or packed by gzip.',
  });
}
