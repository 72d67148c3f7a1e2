/** Fills fields of phages' records from a table with a phage per row. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { foldName } from '../contract/recordName.ts';
import { shellWord } from '../text/escapes.ts';
import { nearestName } from '../text/words.ts';
import type { PlacedFault } from './annotation.ts';
import type { ImportedPhage } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import { inputId, pathSafeName, shorterNames, shownName } from './inputs.ts';
import { saysNothing } from './noValue.ts';
import {
  allColumns,
  cellName,
  changedName,
  columnOf,
  foldHeader,
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
import { isMarked, type PhageTable, type TableRow } from './readTable.ts';
import { phageOf } from './renamedPhages.ts';
import {
  createImportLog,
  type Imported,
  type ImportLog,
  type InputPlace,
  logCleaned,
  logTo,
  maxFaults,
} from './report.ts';
import { addTo } from './spill.ts';

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

/** The columns of a host in parts, in their order in its name; empty where it is in one. */
function partsOfHost(header: readonly string[], mapping: ReadonlyMap<string, string>): number[] {
  const names = header.map((cell) => foldHeader(mapping.get(cell) ?? cell));
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
    const isNone = saysNothing(asGiven) && !phages.hasRecord(name);
    const unsafe = isNone ? 'says that it has none' : unfitReason(name);
    const twice = lineOf.get(foldName(name));
    const other = phages.inOtherCase(name);
    if (unsafe !== null)
      report(line, 'the name of a phage', `'${isNone ? asGiven : name}', which ${unsafe}`);
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
  for (const one of cleaned) logCleaned(log, one, { file, what: 'a text' });
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
  // The template explains its columns in such a row, which is not data; nor is a line of dashes.
  const isRemark = (row: TableRow) =>
    (nameIn(row).startsWith('#') && !formulaError.test(nameIn(row))) ||
    filledIn(row.cells).every((cell) => /^[:|+]*[-=]{2,}[-=:|+]*$/.test(cell));
  const isTotal = (row: TableRow) => totals.test(nameIn(row)) && !hasRecord(nameIn(row));
  for (const { line } of all.filter(isRemark))
    logTo(log.refused, 'rows that begin with # or are lines of dashes', 'a remark', { file, line });
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
  if (mayBeChanged.test(name)) doubt(changedName, asGiven);
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
