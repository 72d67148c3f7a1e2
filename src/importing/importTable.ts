/** Reads tables, and fills fields of phages' records from one with a phage per row. */
import { CsvError, parse } from 'csv-parse/sync';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Failure, readFailure, saysNoFile } from '../base/failure.ts';
import { foldName } from '../contract/recordName.ts';
import { iconvHint, wideEncodingOf } from '../text/encoding.ts';
import { shellWord } from '../text/escapes.ts';
import { nearestName } from '../text/words.ts';
import type { PlacedFault } from './annotation.ts';
import type { ImportedPhage } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import { inputId, lineOfBadText, noFile, pathSafeName, shorterNames, shownName } from './inputs.ts';
import { decidingBytes, otherThan } from './fileKinds.ts';
import { cleanText, hadInvisible, linesWithInvisible, withoutEntities } from './invisible.ts';
import { saysNothing } from './noValue.ts';
import {
  cellName,
  furtherColumns,
  mayBeChanged,
  type PhageColumn,
  phageColumns,
  type RowSoFar,
} from './phageColumns.ts';
import { type ImportedInput, rulesToAllow } from './provenance.ts';
import {
  filesByInput,
  putPhage,
  recordInput,
  recordWithout,
  settleGenes,
  takeBackRest,
  unfitReason,
} from './putPhage.ts';
import { phageOf } from './renamedPhages.ts';
import {
  createImportLog,
  type Imported,
  type ImportLog,
  inputFailure,
  type InputPlace,
  logTo,
  maxFaults,
} from './report.ts';
import { addTo } from './spill.ts';

export interface TableRow {
  /** The line of the file on which it starts, or row of the sheet, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const maxTableBytes = 256 << 20;
// Two million genes with their families: such a table takes about 400 MB of memory.
const maxTextCells = 4_000_000;

/** The rows that are not empty, including the header; blanks around a cell are dropped. */
export interface Table {
  readonly rows: readonly TableRow[];
  /** Whether its cells have names, such as AA10. */
  readonly isSpreadsheet: boolean;
  /** Other sheets that are not empty. */
  readonly passedOver: readonly string[];
  /** The lines or rows, one for each cell of a sheet, from which signs that nobody sees were taken. */
  readonly cleaned: readonly number[];
}

/** Reads a spreadsheet, or text with cells separated by commas, semicolons or tabs. Throws a Failure. */
export async function readTable(file: string): Promise<Table> {
  const bytes = await bytesOf(file);
  if (bytes.toString('latin1', 0, 2) === 'PK') return readSheetOf(file, bytes);
  if (bytes.subarray(0, 4).equals(oleStart)) {
    const isEncrypted = bytes.includes('EncryptedPackage', 0, 'utf16le');
    const found = isEncrypted ? 'a spreadsheet with a password' : 'an old spreadsheet (.xls)';
    throw fault(file, 1, tables, found, 'Save it as .xlsx, without a password, or as CSV (UTF-8).');
  }
  if (wideEncodingOf(bytes) === null) {
    const start = bytes.toString('latin1', 0, decidingBytes);
    const other = otherThan(() => false, start);
    if (other !== null) throw fault(file, 1, tables, other.what, other.hint);
  }
  return { ...readText(file, bytes), isSpreadsheet: false, passedOver: [] };
}

const tables = 'a spreadsheet (.xlsx), CSV or TSV file';
// The signature of the compound files of older and encrypted spreadsheets.
const oleStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

async function readSheetOf(file: string, bytes: Buffer): Promise<Table> {
  // Imported lazily: few imports need it.
  const { NoSpreadsheet, readSpreadsheet, SheetFault } = await import('./spreadsheet.ts');
  try {
    const { rows, passedOver } = await readSpreadsheet(bytes);
    const cleaned: number[] = [];
    const filled = rows.flatMap((given, at) => {
      const cells = given.map((cell) => {
        const clean = cleanText(cell);
        if (clean !== cell) cleaned.push(at + 1);
        return clean.trim();
      });
      return cells.some((cell) => cell !== '') ? [{ line: at + 1, cells }] : [];
    });
    return { rows: filled, isSpreadsheet: true, passedOver, cleaned };
  } catch (error) {
    if (error instanceof SheetFault) throw fault(file, error.row, error.expected, error.message);
    if (!(error instanceof NoSpreadsheet)) throw error;
    throw fault(file, 1, tables, error.message, 'Save it as .xlsx again, or as CSV (UTF-8).');
  }
}

function readText(file: string, bytes: Buffer): Pick<Table, 'rows' | 'cleaned'> {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) throw fault(file, 1, 'UTF-8 text', wide, iconvHint(wide));
  let decoded: string;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const line = lineOfBadText(bytes);
    throw fault(file, line, 'UTF-8 text', 'other bytes', 'Save it as CSV in UTF-8.');
  }
  // These go last, from cells; so does `&` where it would make another entity: `&amp;lt;`.
  const later = /&#?\w+;#?\w+;/.test(decoded) ? /[",;|&]/ : /[",;|]/;
  const clean = cleanText(decoded, (sign, entity) => (later.test(sign) ? entity : sign));
  const hasMore = clean.includes('&') && withoutEntities(clean) !== clean;
  const cleaned = hasMore || clean !== decoded ? linesWithInvisible(decoded) : [];
  // Spreadsheet programs say so what separates cells; the line break stays, so that lines keep their numbers.
  const [mark = '', sign] = /^"?sep=([,;\t|])"?(?=[\r\n])/i.exec(clean) ?? [];
  const text = clean.slice(mark.length);
  // A header in quotes may have line breaks.
  const bare = text.slice(0, decidingBytes).replaceAll(/(?<=^|[\t;,\r\n])"(?:[^"]|"")*"/g, '');
  const [judged, first] = [bare, text.slice(0, decidingBytes)].map((one) =>
    one.split(/[\r\n]+/, judgedLines),
  );
  const delimiter = sign ?? delimiterOf(judged ?? [], first ?? []);
  // At most: a cell with quotes may hold what separates others.
  let cellsIn = 1;
  for (const byte of bytes) if (byte === delimiter.charCodeAt(0) || byte === lineFeed) cellsIn++;
  if (cellsIn > maxTextCells) {
    const hint = 'Leave out the rows and columns that are not needed, or split the table.';
    throw fault(file, 1, `at most ${maxTextCells} cells`, 'more', hint);
  }
  const rows: TableRow[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      trim: true,
      relax_column_count: true,
      // In a tab-separated table, quotes are plain text, but around a whole cell.
      quote: delimiter === '\t' ? null : '"',
      // Kept here, without the object that the parser would add to each.
      onRecord(cells: string[], { lines }) {
        const begun = line;
        line = lines + 1;
        // Those that stand for what separates cells, or for quotes.
        const whole = hasMore ? cells.map((cell) => withoutEntities(cell)) : cells;
        const plain = delimiter === '\t' ? whole.map(unquoted) : whole;
        if (plain.some((cell) => cell !== '')) rows.push({ line: begun, cells: plain });
        return null;
      },
    });
    return { rows, cleaned };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const hint =
      'Save it as CSV (UTF-8), where a cell with a quote is in quotes, and doubles those in it.';
    throw fault(file, Number(error['lines'] ?? 1), 'a table of text', error.message, hint);
  }
}

// Titles above a header may have commas, too.
const judgedLines = 50;

/**
 * What separates the names of columns of a table about phages, or else the cells of the most lines in a row: titles are
 * apart from rows with such signs in their texts, as the header has none. Of several, what rather does so than stand in
 * a text. `bare` are the lines without what is in quotes.
 */
function delimiterOf(bare: readonly string[], lines: readonly string[]): string {
  const linesWith = (delimiter: string) => {
    let [most, now] = [0, 0];
    for (const line of bare) {
      now = line.includes(delimiter) ? now + 1 : 0;
      most = Math.max(most, now);
    }
    return most;
  };
  const all = ['\t', ';', ',', '|'];
  const naming = all.filter((one) =>
    lines.slice(0, mostAboveHeader).some((line) => {
      const cells = line.split(one).map((cell) => unquoted(cell.trim()));
      return namesPhages(cells, new Map());
    }),
  );
  const [first = ',', ...others] = naming.length > 0 ? naming : all;
  const best = others.reduce((most, one) => (linesWith(one) > linesWith(most) ? one : most), first);
  return linesWith(best) === 0 ? ',' : best;
}

function unquoted(cell: string): string {
  return /^"(?:[^"]|"")*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell;
}

const lineFeed = 0x0a;

async function bytesOf(file: string): Promise<Buffer> {
  try {
    const stat = statSync(file);
    if (stat.isDirectory())
      throw new Failure('usage', `${file} is a folder.`, { hint: 'Name the table itself.' });
    const { size } = stat;
    if (size > maxTableBytes) throw fault(file, 1, `at most ${maxTableBytes} bytes`, `${size}`);
    const bytes = await readFile(file);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(file, bytes) : bytes;
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (saysNoFile(error)) throw noFile(file);
    throw readFailure(file, error);
  }
}

function fault(
  file: string,
  line: number,
  expected: string,
  found: string,
  hint?: string,
): Failure {
  return inputFailure(file, { line, expected, found }, hint);
}

function unpacked(file: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxTableBytes });
  } catch (error) {
    const expected = `a whole file of gzip with at most ${maxTableBytes} bytes in it`;
    throw fault(file, 1, expected, error instanceof Error ? error.message : 'another');
  }
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const allColumns = [...phageColumns, ...furtherColumns];
// The first of a name is meant.
const columnsByName = new Map(
  allColumns
    .flatMap((column) =>
      [column.name, ...column.aliases].map((one) => [plain(one), column] as const),
    )
    .toReversed(),
);

/** The meaning of each column of a table about phages, by its header; null for one that is left out. */
function columnsOf(
  { header, isSpreadsheet, passedOver }: PhageTable,
  mapping: ReadonlyMap<string, string>,
  report: (line: number, expected: string, found: string) => void,
): (PhageColumn | null)[] {
  if (header === undefined) {
    report(1, 'a header and a phage on each row', 'an empty table');
    return [];
  }
  const { line, cells } = header;
  for (const given of mapping.keys()) {
    if (cells.includes(given)) continue;
    const nearest = nearestName(given, cells);
    const hint = nearest === undefined ? '' : ` (did you mean '${nearest}'?)`;
    report(line, `the column '${given}' that --columns names`, `none${hint}`);
  }
  const columns = cells.map((cell) => {
    const given = mapping.get(cell) ?? cell;
    if (given === '') return null;
    const column = columnOf(given);
    if (column !== undefined) return column;
    const all = allColumns.flatMap(({ name, aliases }) => [name, ...aliases]);
    const nearest = nearestName(given, all);
    const hint =
      nearest === undefined
        ? '--columns can say what it is, or leave it out'
        : `did you mean '${nearest}'?`;
    report(line, 'a known column', `'${given}' (${hint})`);
    return null;
  });
  for (const at of partsOfHost(cells, mapping).slice(1)) columns[at] = null;
  for (const [at, column] of columns.entries()) {
    const first = columns.indexOf(column);
    if (column === null || first === at) continue;
    const where = isSpreadsheet ? ` (${cellName(first, line)} and ${cellName(at, line)})` : '';
    report(line, `one column for ${column.name}`, `'${cells[first]}' and '${cells[at]}'${where}`);
  }
  const [named] = phageColumns;
  if (named !== undefined && !columns.includes(named)) {
    const others = passedOver.map((sheet) => `'${sheet}'`).join(', ');
    const hint =
      others === ''
        ? ''
        : ` in the first sheet (put the one of the phages first; there is ${others})`;
    report(line, `a column ${named.name}`, `none${hint}`);
  }
  return columns;
}

/** A table about phages, cut at its header: `rows` are those below. */
export interface PhageTable extends Table {
  /** Titles and remarks. */
  readonly above: readonly TableRow[];
  /** Undefined if the table is empty. */
  readonly header: TableRow | undefined;
  /** Whether the header has a column for the names of phages, and another that is known. */
  readonly isAboutPhages: boolean;
}

// Titles and remarks.
const mostAboveHeader = 10;

/** Reads a table about phages; `meanings` says what headers mean, as in `TableOptions`. Throws a Failure. */
export async function readPhageTable(
  file: string,
  meanings: TableOptions['columns'],
): Promise<PhageTable> {
  const table = await readTable(file);
  const { rows } = table;
  const headers = rows
    .slice(0, mostAboveHeader)
    .filter(({ cells }) => namesPhages(cells, meanings));
  const found = headers.find(({ cells }) => !isMarked(cells)) ?? headers[0];
  const header = found ?? rows[0];
  const top = header === undefined ? 0 : rows.indexOf(header);
  return {
    ...table,
    above: rows.slice(0, top),
    header,
    rows: rows.slice(top + 1),
    isAboutPhages: found !== undefined,
  };
}

/** Whether a row has a column for the names of phages, and another that is known. */
function namesPhages(cells: readonly string[], meanings: TableOptions['columns']): boolean {
  const columns = new Set(cells.map((cell) => columnOf(meanings.get(cell) ?? cell)));
  columns.delete(undefined);
  return columns.size > 1 && phageColumns.slice(0, 1).every((named) => columns.has(named));
}

/** Whether a row is a remark, or a header with the sign of one. */
function isMarked([first = '']: readonly string[]): boolean {
  return first.startsWith('#');
}

/** The columns of a host in parts, in their order in its name; empty where it is in one. */
function partsOfHost(header: readonly string[], mapping: ReadonlyMap<string, string>): number[] {
  const names = header.map((cell) => plain(mapping.get(cell) ?? cell));
  const parts = ['hostgenus', 'hostspecies', 'hoststrain'].map((part) => names.indexOf(part));
  const found = parts.filter((at) => at >= 0);
  return found.length > 1 ? found : [];
}

/** The cells with the whole host in its first column; a species may begin with the genus again. */
function withWholeHost(cells: readonly string[], parts: readonly number[]): readonly string[] {
  const [first] = parts;
  if (first === undefined) return cells;
  const words = parts.map((at) => cells[at] ?? '').filter((cell) => !saysNothing(cell));
  const host = words.reduce((all, one) => (one.startsWith(all) ? one : `${all} ${one}`), '');
  const length = Math.max(cells.length, first + 1);
  return Array.from({ length }, (_, at) => (at === first ? host.trim() : (cells[at] ?? '')));
}

function columnOf(header: string): PhageColumn | undefined {
  return columnsByName.get(plain(header));
}

/** The fields that the cells of a row set; an empty cell sets nothing. */
export function fieldsOf(
  columns: readonly (PhageColumn | null)[],
  cells: readonly string[],
  before: ImportedPhage,
  {
    say,
    report,
  }: Pick<RowSoFar, 'say'> & { readonly report: (at: number, expected: string) => void },
): Partial<ImportedPhage> {
  const fields: Partial<ImportedPhage> = {};
  // A subcluster and a lifestyle are read beside their cluster, wherever that stands.
  for (const column of allColumns) {
    const at = columns.indexOf(column);
    const text = cells[at] ?? '';
    if (column === phageColumns[0] || text === '') continue;
    // Of a cluster, it is that the phage is in none.
    if (saysNothing(text) && !column.name.endsWith('cluster')) {
      say('refused', 'cells that say that nothing is known, such as None or N/A');
      continue;
    }
    const meaning = column.read(text, { record: { ...before, ...fields }, fields, say });
    if (typeof meaning === 'string') report(at, meaning);
    else Object.assign(fields, meaning);
  }
  return fields;
}

/** An empty table with every column, explained in a row that imports skip. */
export function tableTemplate(): string {
  const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const names = phageColumns.map(({ name }) => cell(name));
  const explanations = phageColumns.map(({ explanation }, at) =>
    cell(`${at === 0 ? '# ' : ''}${explanation}`),
  );
  return `${names.join(',')}\n${explanations.join(',')}\n`;
}

interface TableOptions extends Pick<ImportedInput, 'program' | 'date'> {
  /** Maps headers to names of columns; an empty name leaves the column out. */
  readonly columns: ReadonlyMap<string, string>;
}

export interface TableReport extends Imported {
  readonly phages: number;
  readonly fields: number;
  /** What to do about the faults. */
  readonly hint?: string;
}

/** What people write in place of a phage's name below the last one. */
const totals =
  /^(?:(?:grand |sub-?)?totals?|sum|mean|average|avg\.?|median|st\.? ?dev\.?|standard deviation|n(?=\s*[:=]))(?:\s*[:=].*)?$/i;
/** What a spreadsheet writes into a table of text where a formula failed. */
const formulaError = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/** Where what is noticed about a table goes. */
interface TableNotes {
  /** The name of the file, as it is shown. */
  readonly shown: string;
  readonly log: ImportLog;
  readonly report: (line: number, expected: string, found: string) => void;
}

/** Stages the contents of the rows. With faults, the data folder must stay as it was. Throws a Failure. */
export async function importTable(
  file: string,
  table: PhageTable,
  staged: StagedData,
  options: TableOptions,
): Promise<TableReport> {
  const shown = shownName(file);
  const input = inputId(staged.data, path.resolve(file));
  const log = createImportLog();
  const faults: PlacedFault[] = [];
  const report = (line: number, expected: string, found: string) =>
    void faults.push({ file: shown, line, expected, found });
  const notes = { shown, log, report };
  const { header } = table;
  const columns = columnsOf(table, options.columns, report);
  noteUnread(table, options.columns, notes);
  const hostParts = partsOfHost(header?.cells ?? [], options.columns);
  const isRead = (at: number) => (columns[at] ?? null) !== null || hostParts.includes(at);
  const nameAt = columns.findIndex((column) => column === phageColumns[0]);
  // Genes of annotations have a table of names or families as an input, too.
  const isOfTable = (one: string) => one.startsWith('phages/');
  const before = new Set([...filesByInput(staged)(input)].filter(isOfTable));
  const counts = { phages: 0, fields: 0 };
  const phages = createPhageNames(staged, input);
  const rows = nameAt < 0 ? [] : rowsOfPhages(table.rows, nameAt, phages.hasRecord, notes);
  const nameOf = phages.among(rows.map(({ cells }) => cells[nameAt] ?? ''));
  const lineOf = new Map<string, number>();
  for (const { line, cells: given } of rows) {
    const cells = withWholeHost(given, hostParts);
    if (faults.length >= maxFaults) break;
    await staged.rest();
    const place = { file: shown, line };
    const wrong = given.flatMap((cell, at) => (isRead(at) && formulaError.test(cell) ? [at] : []));
    for (const at of wrong) {
      const expected = `a value in the column ${header?.cells[at] ?? ''}`;
      report(line, expected, `an error of a formula (${given[at] ?? ''})`);
    }
    if (wrong.length > 0) continue;
    const asGiven = cells[nameAt] ?? '';
    const name = nameOf(asGiven);
    noteName(asGiven, name, place, log);
    for (const [at, cell] of cells.entries()) {
      if (cell === '' || header?.cells[at] !== '') continue;
      logTo(log.refused, 'cells in columns without a header', cell, place);
    }
    const unsafe = unfitReason(name);
    const twice = lineOf.get(foldName(name));
    const other = phages.inOtherCase(name);
    if (unsafe !== null) report(line, 'the name of a phage', `'${name}', which ${unsafe}`);
    else if (other !== undefined) report(line, `the name as it is in the data: ${other}`, name);
    else if (twice !== undefined) report(line, 'each phage once', `${name}, as in line ${twice}`);
    lineOf.set(foldName(name), line);
    if (filledIn(cells.slice(columns.length)).length > 0)
      report(line, `${columns.length} cells, as the header has`, `${cells.length}`);
    const record = recordWithout(staged, name, input);
    const fields = fieldsOf(columns, cells, record, {
      say: (list, kind) => logTo(log[list], kind, name, place),
      report(at, expected) {
        const where = `${expected} in the column ${header?.cells[at] ?? ''}`;
        report(line, where, `'${cells[at] ?? ''}'`);
      },
    });
    if (faults.length > 0) continue;
    if (!staged.files.has(`phages/${name}.json`)) {
      const nearest = nearestName(name, phages.names);
      const kind = 'phages that had no record';
      const isNameAlone = filledIn(cells).length === 1 && filledIn(header?.cells).length > 1;
      if (isNameAlone) logTo(log.doubtful, remarks, asGiven, place);
      else if (nearest === undefined) logTo(log.changed, kind, name, place);
      else logTo(log.doubtful, kind, `${name} (is it ${nearest}?)`, place);
    }
    // Records have no room for "nobody knows".
    if (
      fields.pcluster?.cluster !== undefined &&
      !columns.some((one, at) => one?.name === 'lifestyle' && cells[at] !== '')
    )
      logTo(log.changed, 'clusters without a lifestyle, now temperate: false', name, place);
    for (const field of contradicted(staged, { name, input, record }, fields)) {
      const kind = 'values of other tables, now those of this one';
      logTo(log.doubtful, kind, `${name}: ${field}`, place);
    }
    putPhage(staged, name, { input, kind: 'table' }, fields);
    before.delete(`phages/${name}.json`);
    counts.phages++;
    counts.fields += Object.keys(fields).length;
  }
  if (faults.length === 0) {
    takeBackRest(staged, before, { id: input, name: shown, log }, 'the table');
    await recordInput(staged, input, path.resolve(file), { kind: 'table', ...options });
    for (const one of await settleGenes(staged, log)) {
      const kind = 'files with genes of these phages, which say the same now';
      logTo(log.changed, kind, one, { file: shown, line: null });
    }
  }
  const unknown = (header?.cells ?? []).filter(
    (cell, at) => cell !== '' && !isRead(at) && !options.columns.has(cell),
  );
  const hint =
    unknown.length > 1 && columns.some(Boolean)
      ? { hint: leavingOut(unknown, table, nameAt < 0) }
      : {};
  return { ...counts, log, allow: rulesToAllow(staged), skipped: [], faults, ...hint };
}

const filledIn = (cells: readonly string[] = []) => cells.filter(Boolean);

/** Notes what of a table is not read, or not as it stands there. */
function noteUnread(
  { above, header, passedOver, cleaned }: PhageTable,
  meanings: TableOptions['columns'],
  { shown: file, log, report }: TableNotes,
): void {
  for (const { line, cells } of above) {
    const text = filledIn(cells).join(' ');
    const isRemark = isMarked(cells) || filledIn(cells).length < filledIn(header?.cells).length;
    if (isRemark) logTo(log.refused, 'rows above the header', text, { file, line });
    else report(line, `titles and remarks above the header in line ${header?.line}`, `'${text}'`);
  }
  for (const sheet of passedOver)
    logTo(log.refused, 'sheets besides the first', sheet, { file, line: 1 });
  for (const line of cleaned) logTo(log.changed, hadInvisible, 'a text', { file, line });
  const place = { file, line: header?.line ?? 1 };
  for (const cell of filledIn(header?.cells))
    if (meanings.get(cell) === '')
      logTo(log.refused, 'columns that --columns leaves out', cell, place);
}

/** The rows of phages: without remarks, and without totals at the end. */
function rowsOfPhages(
  all: readonly TableRow[],
  nameAt: number,
  hasRecord: (name: string) => boolean,
  { shown: file, log }: TableNotes,
): TableRow[] {
  const nameIn = ({ cells }: TableRow) => cells[nameAt] ?? '';
  // The template explains its columns in such a row, which is not data.
  const isRemark = (row: TableRow) =>
    nameIn(row).startsWith('#') && !formulaError.test(nameIn(row));
  const isTotal = (row: TableRow) => totals.test(nameIn(row)) && !hasRecord(nameIn(row));
  for (const { line } of all.filter(isRemark))
    logTo(log.refused, 'rows that begin with #', 'a remark', { file, line });
  const rows = all.filter((row) => !isRemark(row));
  const end = rows.findLastIndex((row) => !isTotal(row)) + 1;
  for (const { line, cells } of rows.slice(end)) {
    const text = filledIn(cells).join(' ');
    logTo(log.refused, 'rows of totals at the end', text, { file, line });
  }
  return rows.slice(0, end);
}

/** The names of the phages that have a record; `input` is the table. */
function createPhageNames(staged: StagedData, input: string) {
  const names = [...staged.files.keys()].flatMap((one) => phageOf(one) ?? []);
  // Names that differ only by case.
  const alike = new Map<string, string[]>();
  for (const one of names) addTo(alike, foldName(one), one);
  const hasRecord = (name: string) => alike.get(foldName(name))?.includes(name) === true;
  // Annotations name phages so. They may have come after this table, whose record is given up then.
  const inputsOf = (name: string) => staged.files.get(`phages/${name}.json`)?.inputs ?? [];
  const isOwn = (name: string) => inputsOf(name).every((one) => one === input);
  const isAnnotated = (name: string) =>
    inputsOf(name).some((one) => staged.inputs.get(one)?.kind !== 'table');
  return {
    names,
    hasRecord,
    /** The name of a phage that has a record, if it is this one in another case. */
    inOtherCase: (name: string) => alike.get(foldName(name))?.find((one) => one !== name),
    /** Returns a function that gives the name of a phage in the data, for a table with these names. */
    among(given: readonly string[]): (asGiven: string) => string {
      const inTable = new Set(given.map(pathSafeName));
      return (asGiven) => {
        const name = pathSafeName(asGiven);
        const own = shorterNames(asGiven).find(
          (one) => one !== name && hasRecord(one) && isAnnotated(one) && !inTable.has(one),
        );
        return own !== undefined && isOwn(name) ? own : name;
      };
    },
  };
}

/** Notes what became of the name of a phage, and whether it is one. */
function noteName(asGiven: string, name: string, place: InputPlace, log: ImportLog): void {
  const doubt = (kind: string, what: string) => logTo(log.doubtful, kind, what, place);
  if (mayBeChanged.test(name))
    doubt('names of phages that a spreadsheet may have changed', asGiven);
  if (/[,;]/.test(name)) doubt('names of phages that may be those of several', asGiven);
  if (name !== pathSafeName(asGiven)) {
    const kind = 'phages found by the last words of their organism, or without _Draft';
    doubt(kind, `${asGiven} (${name})`);
  } else if (name !== asGiven.replaceAll(/\s+/g, '_')) {
    doubt('names of phages that cannot be file names, now others', `${asGiven}, now ${name}`);
  } else if (name !== asGiven) {
    logTo(log.changed, 'blanks in names of phages, now _', name, place);
  }
}

/** How to leave out the columns that are not known. Without names of phages, it takes those with the most different texts. */
function leavingOut(unknown: readonly string[], table: PhageTable, isNameless: boolean): string {
  const textsOf = (cell: string) => {
    const at = table.header?.cells.indexOf(cell) ?? -1;
    return new Set(table.rows.map(({ cells }) => cells[at] ?? '').filter(hasLetter)).size;
  };
  const [names] = isNameless ? unknown.toSorted((a, b) => textsOf(b) - textsOf(a)) : [];
  const meanings = unknown.map((cell) => `${cell}=${cell === names ? 'phage_name' : ''}`);
  const namedBy = names === undefined ? '' : `takes the names of phages from ${names}, and `;
  return `--columns ${shellWord(meanings.join(','))} ${namedBy}leaves out all columns that are not known.`;
}

const hasLetter = (text: string) => /\p{L}/u.test(text);

const remarks =
  'phages that had no record, of which the table has but the name (put # before what is a remark)';

/** The fields of a phage of which another table says something else. */
function contradicted(
  { files, inputs }: StagedData,
  {
    name,
    input,
    record,
  }: { readonly name: string; readonly input: string; readonly record: ImportedPhage },
  fields: Partial<ImportedPhage>,
): string[] {
  const known = Object.entries(files.get(`phages/${name}.json`)?.fields ?? {});
  return known.flatMap(([field, owner]) => {
    const isOther = owner !== input && inputs.get(owner)?.kind === 'table';
    const [theirs, own] = [record, fields].map((one) => one[field as keyof ImportedPhage]);
    return isOther && own !== undefined && !isDeepStrictEqual(theirs, own) ? [field] : [];
  });
}
