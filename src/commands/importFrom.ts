/** Imports the files that `phagepress init` is given: annotations, and tables about phages. */
import path from 'node:path';
import { importAnnotations } from '../importing/annotations/importAnnotations.ts';
import { listInputs } from '../importing/listInputs.ts';
import { renderImport } from '../importing/renderImport.ts';
import { importTable, type TableReport } from '../importing/table/importTable.ts';
import {
  annotationsRead,
  annotationSummary,
  nothingFound,
  readTables,
  type SourceTables,
} from './importAnnotations.ts';
import { inputOptions } from './importing.ts';
import { fieldSummary } from './importTable.ts';
import { importInto } from './intoData.ts';
import { chooseTables, withColumns } from './phageTables.ts';
import type { Terminal } from './terminal.ts';
import { withSpillFile } from './workFolder.ts';

interface Given extends SourceTables {
  /** Pairs of a header and the name of a column. */
  readonly columns: readonly (readonly [string, string])[];
  readonly verbose: boolean;
}

export interface ImportedFrom {
  /** The summary, as text. */
  readonly said: string;
  /** The words of the commands that import the same again, from the folder that the data lies in. */
  readonly imports: readonly (readonly string[])[];
}

/** Imports; null if there are faults, which are printed. Throws a Failure. */
export async function importFrom(
  from: readonly string[],
  data: string,
  { columns, names, families, verbose }: Given,
  terminal: Terminal,
): Promise<ImportedFrom | null> {
  const imports: string[][] = [];
  const fromProject = (file: string) => {
    const relative = path.relative(path.dirname(path.resolve(data)), path.resolve(file));
    return (relative || '.').split(path.sep).join('/');
  };
  const done = await importInto(data, terminal, '', async (staged) => {
    const inputs = listInputs(from, staged.data);
    const { tables, others, skipped } = await chooseTables(inputs, new Map(columns));
    const choices = {
      pseudogenes: 'keep',
      hypothetical: 'keep',
      ...(await readTables({ names, families })),
      ...inputOptions({}),
    } as const;
    const annotated = await withSpillFile((spillFile) =>
      importAnnotations(others, staged, choices, spillFile),
    );
    const filled: TableReport[] = [];
    for (const { input, table, ...own } of withColumns(tables, columns)) {
      const options = { ...own, ...inputOptions({}) };
      filled.push(await importTable(input.absolutePath, table, staged, options));
      const meanings = Array.from(own.columns, ([header, column]) => `${header}=${column}`);
      const said = meanings.length === 0 ? [] : ['--columns', meanings.join(',')];
      imports.push(['table', fromProject(input.absolutePath), ...said]);
    }
    const isTable = (file: string) =>
      tables.some(({ input }) => input.absolutePath === path.resolve(file));
    const annotations = from.filter((file) => !isTable(file));
    if (annotated.files > 0) {
      const said = Object.entries({ names, families }).flatMap(([option, file]) =>
        file === undefined ? [] : [`--${option}`, fromProject(file)],
      );
      imports.unshift(['annotations', ...annotations.map(fromProject), ...said]);
    }
    const reports = [annotated, ...filled];
    const all = {
      faults: reports.flatMap(({ faults }) => faults),
      skipped: [...annotated.skipped, ...skipped],
      log: {
        changed: reports.flatMap(({ log }) => log.changed),
        refused: reports.flatMap(({ log }) => log.refused),
        doubtful: reports.flatMap(({ log }) => log.doubtful),
        fieldless: reports.flatMap(({ log }) => log.fieldless),
      },
      what: [
        ...(annotated.files === 0 ? [] : annotationSummary(annotated)),
        ...filled.flatMap(fieldSummary),
      ],
    };
    if (all.what.length === 0 && all.faults.length === 0) {
      throw nothingFound(from, all.skipped, `${annotationsRead}, and tables about phages.`);
    }
    if (all.faults.length === 0 || annotated.phages === 0) return all;
    const hint = `Leave these files out of --from, or begin with \`phagepress import annotations --keep-going\`, which imports the rest, and call init without --from.`;
    return { ...all, hint };
  });
  if (done === null) return null;
  const { result, ...about } = done;
  return { said: renderImport(result.what, result, { data, ...about, verbose }), imports };
}
