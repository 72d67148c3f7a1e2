/** Which of an import's inputs are tables about phages. */
import { Failure } from '../failure.ts';
import type { ImportInput } from '../importing/listInputs.ts';
import { isPhageTable } from '../importing/table/importTable.ts';
import { readTable, type Table } from '../importing/table/readCells.ts';

interface PhageTable {
  readonly input: ImportInput;
  readonly table: Table;
}

/** Tables that were only found in a folder are taken if they are about phages. Throws a Failure. */
export async function chooseTables(inputs: readonly ImportInput[]) {
  const tables: PhageTable[] = [];
  const others: ImportInput[] = [];
  const skipped: { name: string; why: string }[] = [];
  for (const input of inputs) {
    if (!/\.(?:csv|tsv|xlsx)$/i.test(input.name)) {
      others.push(input);
      continue;
    }
    try {
      const table = await readTable(input.absolutePath);
      if (input.isNamed || isPhageTable(table)) tables.push({ input, table });
      else skipped.push({ name: input.name, why: 'no table about phages' });
    } catch (error) {
      if (input.isNamed || !(error instanceof Failure) || error.kind === 'machine') throw error;
      skipped.push({ name: input.name, why: error.message });
    }
  }
  return { tables, others, skipped };
}
