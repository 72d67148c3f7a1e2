/** `phagepress import annotations`: GenBank and GFF3 files become records below the data folder. */
import { Failure } from '../failure.ts';
import {
  importAnnotations,
  type ImportReport,
} from '../importing/annotations/importAnnotations.ts';
import { listInputs } from '../importing/listInputs.ts';
import { noPairs, readFamilies, readNames } from '../importing/table/readPairs.ts';
import { formatCount, formatCounted } from '../text/quantities.ts';
import { type ImportOptions, inputOptions, recordSummary, runImport } from './importing.ts';
import type { Terminal } from './terminal.ts';
import { withSpillFile } from './workFolder.ts';

export interface SourceTables {
  /** File with a table of sequences and names of phages. */
  readonly names?: string | undefined;
  /** File with a table of genes and families. */
  readonly families?: string | undefined;
}

export interface AnnotationImportOptions extends ImportOptions, SourceTables {
  readonly pseudogenes: 'keep' | 'refuse';
  readonly hypothetical: 'keep' | 'empty';
  readonly keepGoing?: boolean;
}

/** The kinds of files that the import reads, for a hint. */
export const annotationsRead =
  'GenBank flat files and GFF3 files are read, plain or packed by gzip';

/** Imports annotation files; returns the exit code. Throws a Failure, or the signal's reason. */
export async function runImportAnnotations(
  files: readonly string[],
  options: AnnotationImportOptions,
  terminal: Terminal,
): Promise<number> {
  const choices = {
    pseudogenes: options.pseudogenes,
    hypothetical: options.hypothetical,
    keepsGoing: options.keepGoing,
    rereads: options.verbose,
    ...(await readTables(options)),
    ...inputOptions(options),
  };
  return withSpillFile((spillFile) =>
    runImport(options, terminal, annotationSummary, async (staged) => {
      const report = await importAnnotations(
        listInputs(files, staged.data),
        staged,
        choices,
        spillFile,
      );
      if (report.files === 0 && report.faults.length === 0)
        throw nothingFound(files, report.skipped, `${annotationsRead}.`);
      const { phages } = report;
      if (phages === 0 || options.keepGoing === true) return report;
      return {
        ...report,
        hint: `--keep-going imports the rest: ${formatCounted(phages, 'phage')}.`,
      };
    }),
  );
}

/** Throws a Failure. */
export async function readTables({ names, families }: SourceTables) {
  return {
    names: names === undefined ? noPairs : await readNames(names),
    families: families === undefined ? null : await readFamilies(families),
    tables: [names, families].filter((file) => file !== undefined),
  };
}

/** What the annotations contained, for the summary. */
export function annotationSummary(report: ImportReport): string[] {
  const { files, unread } = report;
  const asBefore = unread === 0 ? '' : ` (${formatCount(unread)} as before, and not read again)`;
  return recordSummary(report, ` from ${formatCounted(files, 'file')}${asBefore}`);
}

export function nothingFound(
  files: readonly string[],
  skipped: ImportReport['skipped'],
  hint: string,
): Failure {
  return new Failure('data', `Nothing to import in ${files.join(', ')}.`, {
    lines: skipped.map(({ name, why }) => `  ${name}: ${why}`),
    hint,
  });
}
