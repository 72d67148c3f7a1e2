/** The kinds of `phagepress import` that read files: annotations, tables, the dump of a database. */
import path from 'node:path';
import { Failure } from '../base/failure.ts';
import {
  importAnnotations,
  type ImportReport,
} from '../importing/annotations/importAnnotations.ts';
import { importPhamerator, type PhameratorReport } from '../importing/importPhamerator.ts';
import { importTable, type TableReport, tableTemplate } from '../importing/importTable.ts';
import { type ImportInput, listInputs } from '../importing/inputs.ts';
import { isOfGenes, noPairs, readFamilies, readNames } from '../importing/readPairs.ts';
import { type PhageTable, readPhageTable } from '../importing/readTable.ts';
import { renderImport } from '../importing/report.ts';
import { formatCount, formatCounted } from '../text/words.ts';
import {
  importInto,
  type ImportOptions,
  inputOptions,
  recordSummary,
  runImport,
} from './importing.ts';
import type { Terminal } from './terminal.ts';
import { withSpillFile } from './workFolder.ts';

interface SourceTables {
  /** File with a table of sequences and names of phages. */
  readonly names?: string | undefined;
  /** File with a table of genes and families. */
  readonly families?: string | undefined;
  /** A site whose numbers the families keep. */
  readonly familiesFrom?: string | undefined;
}

export interface AnnotationImportOptions extends ImportOptions, SourceTables {
  readonly pseudogenes: 'keep' | 'refuse';
  readonly hypothetical: 'keep' | 'empty';
  readonly keepGoing?: boolean;
}

/** The kinds of files that the import reads, for a hint. */
const annotationsRead = 'GenBank flat files and GFF3 files are read, plain or packed by gzip';

/** `phagepress import annotations`: imports GenBank and GFF3 files; returns the exit code. Throws a Failure, or the signal's reason. */
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
      const { inputs, skipped } = listInputs(files, staged.data);
      const read = await importAnnotations(inputs, staged, choices, spillFile);
      const report = { ...read, skipped: [...read.skipped, ...skipped] };
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
async function readTables({ names, families, familiesFrom }: SourceTables) {
  if (familiesFrom !== undefined && families === undefined) {
    throw new Failure(
      'usage',
      '--families-from is for the families of --families, which is not given.',
      {
        hint: 'Name the table of genes and families with --families.',
      },
    );
  }
  // A site may be at an address, and what fetches takes longer to load than a small import.
  const former =
    familiesFrom === undefined
      ? null
      : (await import('../releases/recordCursor.ts')).genesOfRelease(familiesFrom);
  return {
    names: names === undefined ? noPairs : await readNames(names),
    families: families === undefined ? null : await readFamilies(families, former),
    tables: [names, families].filter((file) => file !== undefined),
  };
}

/** What the annotations contained, for the summary. */
function annotationSummary(report: ImportReport): string[] {
  const { files, unread, isAnew } = report;
  const asBefore = unread === 0 ? '' : ` (${formatCount(unread)} as before, and not read again)`;
  const how = isAnew
    ? ' (all read again: the notes of the last import are of another version, or damaged)'
    : asBefore;
  return recordSummary(report, ` from ${formatCounted(files, 'file')}${how}`);
}

function nothingFound(
  files: readonly string[],
  skipped: ImportReport['skipped'],
  hint: string,
): Failure {
  return new Failure('data', `Nothing to import in ${files.join(', ')}.`, {
    lines: skipped.map(({ name, why }) => `  ${name}: ${why}`),
    hint,
  });
}

export interface TableImportOptions extends ImportOptions {
  /** Pairs of a header and the name of a column. */
  readonly columns?: readonly (readonly [string, string])[];
  /** Whether to print an empty table instead. */
  readonly template?: boolean;
}

/** `phagepress import table`: imports a table about phages, or prints an empty one; returns the exit code. Throws a Failure. */
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
  const choices = { columns: new Map(options.columns), ...inputOptions(options) };
  const table = await readPhageTable(file, choices.columns);
  return runImport(options, terminal, fieldSummary, async (staged) =>
    importTable(file, table, staged, choices),
  );
}

/** What the table contained, for the summary. */
function fieldSummary({ fields, phages }: TableReport): string[] {
  return [`${formatCounted(fields, 'field')} of ${formatCounted(phages, 'phage')}`];
}

interface ChosenTable {
  readonly input: ImportInput;
  readonly table: PhageTable;
}

const noTable = 'no table about phages';

/**
 * A table that was found in a folder, and not named by the user, is taken only if it is about phages. Throws a Failure.
 */
async function chooseTables(inputs: readonly ImportInput[], columns: ReadonlyMap<string, string>) {
  const tables: ChosenTable[] = [];
  const others: ImportInput[] = [];
  const skipped: { name: string; why: string }[] = [];
  for (const input of inputs) {
    if (!/\.(?:(?:csv|tsv)(?:\.gz)?|xlsx)$/i.test(input.name)) {
      others.push(input);
      continue;
    }
    try {
      const table = await readPhageTable(input.absolutePath, columns);
      const areGenes = isOfGenes(table);
      const why = areGenes ? 'a table of genes, which is for --families' : noTable;
      if (input.isNamed || (table.isAboutPhages && !areGenes)) tables.push({ input, table });
      else skipped.push({ name: input.name, why });
    } catch (error) {
      if (input.isNamed || !(error instanceof Failure) || error.kind === 'machine') throw error;
      skipped.push({ name: input.name, why: error.message });
    }
  }
  if (tables.length > 0 || columns.size === 0) return { tables, others, skipped };
  // What `columns` says would be passed over.
  const what = `--columns says what headers mean, but there is ${noTable}.`;
  throw new Failure('data', what, {
    lines: skipped.map(({ name, why }) => `  ${name}: ${why}`),
    hint: 'Such a table has a column for the names of phages, and one for something known of them.',
  });
}

/** The tables, each with what `--columns` says of its headers. The first is told of headers that none has, too. */
function withColumns(
  tables: readonly ChosenTable[],
  columns: readonly (readonly [string, string])[],
) {
  const headers = tables.map(({ table }) => new Set(table.header?.cells));
  return tables.map((one, at) => {
    const isFor = (header: string) =>
      headers[at]?.has(header) === true || (at === 0 && headers.every((own) => !own.has(header)));
    return { ...one, columns: new Map(columns.filter(([header]) => isFor(header))) };
  });
}

interface Given extends SourceTables {
  /** Pairs of a header and the name of a column. */
  readonly columns: readonly (readonly [string, string])[];
  readonly verbose: boolean;
}

interface ImportedFrom {
  /** The summary, as text. */
  readonly summary: string;
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
    const { inputs, skipped: passed } = listInputs(from, staged.data);
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
      const flags = meanings.length === 0 ? [] : ['--columns', meanings.join(',')];
      imports.push(['table', fromProject(input.absolutePath), ...flags]);
    }
    const isTable = (file: string) =>
      tables.some(({ input }) => input.absolutePath === path.resolve(file));
    const annotations = from.filter((file) => !isTable(file));
    if (annotated.files > 0) {
      const flags = Object.entries({ names, families }).flatMap(([option, file]) =>
        file === undefined ? [] : [`--${option}`, fromProject(file)],
      );
      imports.unshift(['annotations', ...annotations.map(fromProject), ...flags]);
    }
    const reports = [annotated, ...filled];
    const all = {
      faults: reports.flatMap(({ faults }) => faults),
      skipped: [...annotated.skipped, ...skipped, ...passed],
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
    const [advice] = filled.flatMap((one) => one.hint ?? []);
    if (annotated.faults.length === 0) return advice === undefined ? all : { ...all, hint: advice };
    if (annotated.phages === 0) return all;
    const hint = `Leave these files out of --from, or begin with \`phagepress import annotations --keep-going\`, which imports the rest, and call init without --from.`;
    return { ...all, hint };
  });
  if (done === null) return null;
  const { result, ...about } = done;
  return { summary: renderImport(result.what, result, { data, ...about, verbose }), imports };
}

export interface PhameratorImportOptions extends ImportOptions {
  readonly status: readonly string[];
}

/** `phagepress import phamerator`: imports the dump of a database; returns the exit code. Throws a Failure, or the signal's reason. */
export async function runImportPhamerator(
  file: string,
  options: PhameratorImportOptions,
  terminal: Terminal,
): Promise<number> {
  const [input, ...others] = listInputs([file], path.resolve(options.data)).inputs;
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
