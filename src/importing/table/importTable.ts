/** Fills fields of phages' records from a table with one phage per row. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { foldName } from '../../contract/recordName.ts';
import { nearestName } from '../../text/nearestName.ts';
import type { PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { maxFaults } from '../faultOf.ts';
import { createImportLog, logTo } from '../importLog.ts';
import { inputId } from '../listInputs.ts';
import { putPhage, recordWithout, takeBack } from '../putPhage.ts';
import { rulesToAllow } from '../rulesToAllow.ts';
import { pathSafeName } from '../pathSafeName.ts';
import { unfitReason } from '../unfitReason.ts';
import type { Imported } from '../renderImport.ts';
import { settleGenes } from '../settleGenes.ts';
import { phageColumns } from './phageColumns.ts';
import { columnsOf, fieldsOf } from './tableColumns.ts';
import type { Table } from './readCells.ts';

export interface TableOptions {
  /** Maps headers to names of columns; an empty name leaves the column out. */
  readonly columns: ReadonlyMap<string, string>;
  readonly program: string;
  readonly date: string | null;
}

export interface TableReport extends Imported {
  readonly phages: number;
  readonly fields: number;
  readonly faults: readonly PlacedFault[];
}

/** Stages the contents of the rows. With faults, the data folder must stay as it was. Throws a Failure. */
export async function importTable(
  file: string,
  table: Table,
  staged: StagedData,
  options: TableOptions,
): Promise<TableReport> {
  const shown = path.relative(process.cwd(), path.resolve(file)).split(path.sep).join('/');
  const input = inputId(staged.data, path.resolve(file));
  const log = createImportLog();
  const faults: PlacedFault[] = [];
  const report = (line: number, expected: string, found: string) =>
    void faults.push({ file: shown, line, expected, found });
  const [header, ...rest] = table.rows;
  const columns = columnsOf(table, options.columns, report);
  for (const sheet of table.passedOver) {
    logTo(log.refused, 'sheets besides the first', sheet, { file: shown, line: 1 });
  }
  for (const cell of header?.cells ?? []) {
    if (cell !== '' && options.columns.get(cell) === '')
      logTo(log.refused, 'columns that --columns leaves out', cell, {
        file: shown,
        line: header?.line ?? 1,
      });
  }
  const nameAt = columns.findIndex((column) => column === phageColumns[0]);
  const counts = { phages: 0, fields: 0 };
  // Genes of annotations have a table of names or families as an input, too.
  const isOfTable = (one: string) => one.startsWith('phages/');
  const before = new Set(
    [...staged.files].flatMap(([one, { inputs }]) =>
      inputs.includes(input) && isOfTable(one) ? [one] : [],
    ),
  );
  const taken = new Map<string, number>();
  // The template explains its columns in such a row, which is not data.
  const isRemark = ({ cells }: (typeof rest)[number]) => cells[nameAt]?.startsWith('#') === true;
  const filled = rest.filter((row) => !isRemark(row));
  for (const { line } of rest.filter(isRemark)) {
    logTo(log.refused, 'rows that begin with #', 'a remark', { file: shown, line });
  }
  const known = [...staged.files.keys()].flatMap(
    (one) => /^phages\/(.*)\.json$/.exec(one)?.[1] ?? [],
  );
  // Names that differ only by case.
  const alike = new Map<string, string[]>();
  for (const one of known) {
    const folded = foldName(one);
    const all = alike.get(folded);
    if (all === undefined) alike.set(folded, [one]);
    else all.push(one);
  }
  for (const { line, cells } of nameAt < 0 ? [] : filled) {
    if (faults.length >= maxFaults) break;
    await staged.rest();
    const place = { file: shown, line };
    const given = cells[nameAt] ?? '';
    const name = pathSafeName(given);
    if (name !== given) logTo(log.changed, 'blanks in names of phages, now _', name, place);
    for (const [at, cell] of cells.entries()) {
      if (cell === '' || header?.cells[at] !== '') continue;
      logTo(log.refused, 'cells in columns without a header', cell, place);
    }
    const unsafe = unfitReason(name);
    const twice = taken.get(foldName(name));
    const other = alike.get(foldName(name))?.find((one) => one !== name);
    if (unsafe !== null) report(line, 'the name of a phage', `'${name}', which ${unsafe}`);
    else if (other !== undefined) report(line, `the name as it is in the data: ${other}`, name);
    else if (twice !== undefined) report(line, 'each phage once', `${name}, as in line ${twice}`);
    taken.set(foldName(name), line);
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
      report(line, `${columns.length} cells, as the header has`, `${cells.length}`);
    }
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
      const nearest = nearestName(name, known);
      const what = nearest === undefined ? name : `${name} (is it ${nearest}?)`;
      logTo(log.changed, 'phages that had no record', what, place);
    }
    // Records have no room for "nobody knows".
    if (
      fields.pcluster?.cluster !== undefined &&
      !columns.some((one, at) => one?.name === 'lifestyle' && cells[at] !== '')
    )
      logTo(log.changed, 'clusters without a lifestyle, now temperate: false', name, place);
    putPhage(staged, name, { input, kind: 'table' }, fields);
    before.delete(`phages/${name}.json`);
    counts.phages++;
    counts.fields += Object.keys(fields).length;
  }
  for (const one of faults.length > 0 ? [] : before) {
    const what = takeBack(staged, one, input)
      ? 'files removed, since'
      : 'records with fewer fields, since';
    logTo(log.changed, `${what} the table no longer has them`, one, { file: shown, line: 1 });
  }
  const bytes = readFileSync(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { program, date } = options;
  const said = staged.inputs.get(input);
  if (said?.sha256 !== sha256 || said.date !== date) {
    staged.inputs.set(input, { kind: 'table', bytes: bytes.length, sha256, program, date });
  }
  if (faults.length === 0) {
    for (const one of await settleGenes(staged))
      logTo(log.changed, 'files with genes of these phages, which say the same now', one, {
        file: shown,
        line: null,
      });
  }
  return { ...counts, log, allow: rulesToAllow(staged), skipped: [], faults };
}
