/** `phagepress import`: turns a lab's own files into records below the data folder. */
import { programVersion } from '../installed.ts';
import { Failure } from '../failure.ts';
import {
  importAnnotations,
  type ImportReport,
} from '../importing/annotations/importAnnotations.ts';
import type { StagedData } from '../importing/dataFolder.ts';
import { type ApiReport, importApi } from '../importing/api/importApi.ts';
import { fetchedFolder, removeFetched } from '../importing/api/fetchedAnswers.ts';
import { serviceAddress } from '../importing/api/serviceAddress.ts';
import { createSpread } from '../importing/api/spread.ts';
import { createGeneSpill } from '../importing/geneSpill.ts';
import { createHttpClient, type HttpOptions } from '../http/httpClient.ts';
import { listInputs } from '../importing/listInputs.ts';
import { importTable, type TableReport, tableTemplate } from '../importing/table/importTable.ts';
import { readTable } from '../importing/table/readCells.ts';
import { noPairs, readFamilies, readNames } from '../importing/table/readPairs.ts';
import {
  importPhamerator,
  type PhameratorReport,
} from '../importing/phamerator/importPhamerator.ts';
import type { PhageStatus } from '../importing/phamerator/phageStatuses.ts';
import path from 'node:path';
import { type Imported, renderImport } from '../importing/renderImport.ts';
import { formatCounted } from '../text/quantities.ts';
import { shellWord } from '../text/shellWord.ts';
import { type Faulted, importInto } from './intoData.ts';
import type { Terminal } from './terminal.ts';
import { withWorkFolder } from './workFolder.ts';

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

export interface PhameratorImportOptions extends ImportOptions {
  readonly status: readonly PhageStatus[];
}

export interface ApiImportOptions extends ImportOptions {
  /** Requests a second. */
  readonly rate: number;
  /** A mail address or a URL. */
  readonly contact?: string;
  /** Date or date and time. */
  readonly since?: string;
  readonly genomes?: boolean;
}

/** How long a service is waited for; with doubled pauses, about two minutes. */
const patience: Patience = {
  timeoutMs: 120_000,
  backoffMs: 1000,
  maxTries: 8,
  maxFailures: 100,
  maxSilenceMs: 3_600_000,
};
type Patience = Pick<
  HttpOptions,
  'timeoutMs' | 'backoffMs' | 'maxTries' | 'maxFailures' | 'maxSilenceMs'
>;

/** For a hint. */
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
    names: options.names === undefined ? noPairs : await readNames(options.names),
    families: options.families === undefined ? null : await readFamilies(options.families),
    ...inputOptions(options),
  };
  return runImport(options, terminal, recordsSaid, async (staged, signal) => {
    const report = await importAnnotations(listInputs(files, staged.data), staged, choices, signal);
    if (report.files === 0 && report.faults.length === 0)
      throw nothingFound(files, report.skipped, `${annotationsRead}.`);
    return report;
  });
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
  const what = (report: PhameratorReport) => [
    formatCounted(report.phages, 'phage'),
    formatCounted(report.genes, 'gene'),
    formatCounted(report.features, 'other feature'),
    `${formatCounted(report.genomes, 'genome')} from schema ${report.schemaVersion ?? 'of no version'}`,
  ];
  return withWorkFolder((folder) =>
    runImport(options, terminal, what, (staged, signal) =>
      importPhamerator(input, staged, choices, { spillFile: path.join(folder, 'genes'), signal }),
    ),
  );
}

/** Imports from a running service; returns the exit code. Throws a Failure, or the signal's reason. */
export async function runImportApi(
  baseUrl: string,
  options: ApiImportOptions,
  terminal: Terminal,
  waiting: Partial<Patience> = {},
): Promise<number> {
  const { rate, contact, since = null, genomes: withGenomes = false } = options;
  const address = serviceAddress(baseUrl);
  const choices = { since, withGenomes, ...inputOptions(options) };
  const version = `phagepress/${programVersion()}`;
  const userAgent = contact === undefined ? version : `${version} (+${contact})`;
  const progress = terminal.progress({ quiet: false }, [['Fetching', 1]]);
  let data = '';
  const code = await withWorkFolder((folder) =>
    runImport(options, terminal, recordsFetched, async (staged, signal) => {
      data = staged.data;
      const spill = createGeneSpill(path.join(folder, 'genes'));
      const client = createHttpClient({
        origin: address.origin,
        connections: 1,
        rate,
        wholeMs: null,
        userAgent,
        signal,
        spread: createSpread(address.id),
        ...patience,
        ...waiting,
      });
      const onAnswer = () => {
        signal.throwIfAborted();
        progress.advance(1);
      };
      progress.stage('Fetching', null, 'requests');
      try {
        const effects = { client, spill, now: Date.now(), onAnswer };
        return await importApi(address, staged, choices, effects);
      } finally {
        progress.end();
        client.close();
        spill.close();
      }
    }),
  );
  if (code === 0) removeFetched(data);
  else
    terminal.err(
      `What was fetched is kept in ${shown(fetchedFolder(data))} for a day: the same command goes on from there.\n`,
    );
  return code;
}

function shown(folder: string): string {
  const relative = path.relative(process.cwd(), folder);
  return relative.startsWith('..') ? folder : relative;
}

/** What a service gave. */
function recordsFetched({ phages, genes, features, genomes }: ApiReport): string[] {
  return [
    formatCounted(phages, 'phage'),
    formatCounted(genes, 'gene'),
    formatCounted(features, 'other feature'),
    formatCounted(genomes, 'genome'),
  ];
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
  return runImport(options, terminal, fieldsSaid, async (staged) =>
    importTable(file, table, staged, choices),
  );
}

/** What annotations gave. */
export function recordsSaid({ phages, genes, features, genomes, files }: ImportReport): string[] {
  return [
    formatCounted(phages, 'phage'),
    formatCounted(genes, 'gene'),
    formatCounted(features, 'other feature'),
    `${formatCounted(genomes, 'genome')} from ${formatCounted(files, 'file')}`,
  ];
}

/** What a table gave. */
export function fieldsSaid({ fields, phages }: TableReport): string[] {
  return [`${formatCounted(fields, 'field')} of ${formatCounted(phages, 'phage')}`];
}

export function inputOptions({ date }: Pick<ImportOptions, 'date'>) {
  return { program: `phagepress ${programVersion()}`, date: date ?? null };
}

/** Imports and reports what came of it; with faults, nothing is changed. Returns the exit code. */
async function runImport<Report extends Imported & Faulted>(
  options: ImportOptions,
  terminal: Terminal,
  what: (report: Report) => readonly string[],
  stage: (staged: StagedData, signal: AbortSignal) => Promise<Report>,
): Promise<number> {
  const { data, verbose = false } = options;
  const done = await importInto(data, terminal, '--data', stage);
  if (done === null) return 1;
  const { result, hasChanged } = done;
  const allowed = result.allow.map((rule) => ` --allow ${rule}`).join('');
  terminal.out(
    renderImport(what(result), result, { data, hasChanged, verbose }) +
      `Next: ${terminal.calledAs} build --data ${shellWord(data)}${allowed}\n`,
  );
  return 0;
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
