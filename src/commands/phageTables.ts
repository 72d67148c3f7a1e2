/** Decides which inputs of an import are tables about phages. */
import { Failure } from '../failure.ts';
import type { ImportInput } from '../importing/listInputs.ts';
import { isPhageTable } from '../importing/table/tableColumns.ts';
import { readTable, type Table } from '../importing/table/readCells.ts';

interface PhageTable {
  readonly input: ImportInput;
  readonly table: Table;
}

/**
 * A table that was found in a folder, and not named by the user, is taken only if it is about phages. Throws a Failure.
 */
export async function chooseTables(
  inputs: readonly ImportInput[],
  columns: ReadonlyMap<string, string>,
) {
  const tables: PhageTable[] = [];
  const others: ImportInput[] = [];
  const skipped: { name: string; why: string }[] = [];
  for (const input of inputs) {
    if (!/\.(?:(?:csv|tsv)(?:\.gz)?|xlsx)$/i.test(input.name)) {
      others.push(input);
      continue;
    }
    try {
      const table = await readTable(input.absolutePath);
      if (input.isNamed || isPhageTable(table, columns)) tables.push({ input, table });
      else skipped.push({ name: input.name, why: 'no table about phages' });
    } catch (error) {
      if (input.isNamed || !(error instanceof Failure) || error.kind === 'machine') throw error;
      skipped.push({ name: input.name, why: error.message });
    }
  }
  // What `columns` says would be passed over.
  if (tables.length === 0 && columns.size > 0) throw noTable(skipped);
  return { tables, others, skipped };
}

function noTable(skipped: readonly { readonly name: string; readonly why: string }[]): Failure {
  return new Failure(
    'data',
    '--columns says what headers mean, but there is no table about phages.',
    {
      lines: skipped.map(({ name, why }) => `  ${name}: ${why}`),
      hint: 'Such a table has a column for the names of phages, and one for something known of them.',
    },
  );
}

/** The tables, each with what `--columns` says of its headers. The first is told of headers that none has, too. */
export function withColumns(
  tables: readonly PhageTable[],
  columns: readonly (readonly [string, string])[],
) {
  const headers = tables.map(({ table }) => new Set(table.rows[0]?.cells));
  return tables.map((one, at) => {
    const isFor = (header: string) =>
      headers[at]?.has(header) === true || (at === 0 && headers.every((own) => !own.has(header)));
    return { ...one, columns: new Map(columns.filter(([header]) => isFor(header))) };
  });
}
