/** `phagepress import`: turns a lab's own files into records below the data folder. */
import { programVersion } from '../installed.ts';
import { Failure } from '../failure.ts';
import {
  importAnnotations,
  type ImportReport,
} from '../importing/annotations/importAnnotations.ts';
import { withDataFolder } from '../importing/dataFolder.ts';
import { readFamilies, readNames } from '../importing/table/readPairs.ts';
import { renderImport, renderFaults } from '../importing/renderImport.ts';
import { realPathOf } from '../publishing/outFolder.ts';
import type { Terminal } from './terminal.ts';

interface ImportOptions {
  readonly data: string;
  /** YYYY-MM-DD. */
  readonly date?: string;
  readonly verbose?: boolean;
}

export interface AnnotationImportOptions extends ImportOptions {
  /** File with a table of sequences and names of phages. */
  readonly names?: string;
  /** File with a table of genes and families. */
  readonly families?: string;
  readonly pseudogenes: 'keep' | 'refuse';
  readonly hypothetical: 'keep' | 'empty';
}

class Faulty extends Error {}

/** Imports annotation files; returns the exit code. Throws a Failure, or the signal's reason. */
export async function runImportAnnotations(
  files: readonly string[],
  options: AnnotationImportOptions,
  terminal: Terminal,
): Promise<number> {
  const data = await realPathOf(options.data);
  const signal = terminal.interruption();
  const choices = {
    pseudogenes: options.pseudogenes,
    hypothetical: options.hypothetical,
    names: options.names === undefined ? new Map<string, string>() : await readNames(options.names),
    families: options.families === undefined ? null : await readFamilies(options.families),
    program: `phagepress ${programVersion()}`,
    date: options.date ?? null,
  };
  const note = (text: string) => terminal.err(`${text}\n`);
  let report: ImportReport | null = null;
  try {
    const { result, hasChanged } = await withDataFolder(data, { note, signal }, async (staged) => {
      report = await importAnnotations(files, staged, choices, signal);
      if (report.faults.length > 0) throw new Faulty();
      if (report.files === 0) throw nothingFound(files, report);
      return report;
    });
    const shown = { data: options.data, calledAs: terminal.calledAs };
    terminal.out(renderImport(result, { ...shown, hasChanged, verbose: options.verbose === true }));
    return 0;
  } catch (error) {
    if (!(error instanceof Faulty) || report === null) throw error;
    terminal.err(renderFaults(report));
    return 1;
  }
}

function nothingFound(files: readonly string[], { skipped }: ImportReport): Failure {
  return new Failure('data', `No annotations in ${files.join(', ')}.`, {
    lines: skipped.map(({ name, why }) => `  ${name}: ${why}`),
    hint: 'GenBank flat files and GFF3 files are read, plain or packed by gzip.',
  });
}
