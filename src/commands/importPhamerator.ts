/** `phagepress import phamerator`: the dump of a database becomes records below the data folder. */
import path from 'node:path';
import { Failure } from '../failure.ts';
import { listInputs } from '../importing/listInputs.ts';
import {
  importPhamerator,
  type PhameratorReport,
} from '../importing/phamerator/importPhamerator.ts';
import type { PhageStatus } from '../importing/phamerator/phageStatuses.ts';
import { type ImportOptions, inputOptions, recordSummary, runImport } from './importing.ts';
import type { Terminal } from './terminal.ts';
import { withSpillFile } from './workFolder.ts';

export interface PhameratorImportOptions extends ImportOptions {
  readonly status: readonly PhageStatus[];
}

/** Imports the dump of a Phamerator database; returns the exit code. Throws a Failure, or the signal's reason. */
export async function runImportPhamerator(
  file: string,
  options: PhameratorImportOptions,
  terminal: Terminal,
): Promise<number> {
  const [input, ...others] = listInputs([file], path.resolve(options.data));
  if (input === undefined || !input.isNamed || others.length > 0) {
    throw new Failure('usage', `${file} is a folder.`, {
      hint: 'Name the dump itself, a file such as Actino_Draft.sql.',
    });
  }
  const choices = { statuses: new Set(options.status), ...inputOptions(options) };
  const what = (report: PhameratorReport) =>
    recordSummary(report, ` from schema ${report.schemaVersion ?? 'of no version'}`);
  return withSpillFile((spillFile) =>
    runImport(options, terminal, what, (staged, signal) =>
      importPhamerator(input, staged, choices, { spillFile, signal }),
    ),
  );
}
