/** `phagepress import table`: a table about phages fills their records below the data folder. */
import { Failure } from '../failure.ts';
import { importTable, type TableReport } from '../importing/table/importTable.ts';
import { tableTemplate } from '../importing/table/tableColumns.ts';
import { readTable } from '../importing/table/readCells.ts';
import { formatCounted } from '../text/quantities.ts';
import { type ImportOptions, inputOptions, runImport } from './importing.ts';
import type { Terminal } from './terminal.ts';

export interface TableImportOptions extends ImportOptions {
  /** Pairs of a header and the name of a column. */
  readonly columns?: readonly (readonly [string, string])[];
  /** Whether to print an empty table instead. */
  readonly template?: boolean;
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
      hint: 'Name a spreadsheet (.xlsx), CSV or TSV file; `phagepress import table --template` prints an empty one.',
    });
  }
  const table = await readTable(file);
  const choices = { columns: new Map(options.columns), ...inputOptions(options) };
  return runImport(options, terminal, fieldSummary, async (staged) =>
    importTable(file, table, staged, choices),
  );
}

/** What the table contained, for the summary. */
export function fieldSummary({ fields, phages }: TableReport): string[] {
  return [`${formatCounted(fields, 'field')} of ${formatCounted(phages, 'phage')}`];
}
