/** What the columns of a table about phages mean, by its header, and the fields that a row sets. */
import { nearestName } from '../../text/nearestName.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import type { PhageColumn, RowSoFar } from './cellKinds.ts';
import { cellName } from './cellName.ts';
import { furtherColumns, phageColumns } from './phageColumns.ts';
import type { Table } from './readCells.ts';

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const allColumns = [...phageColumns, ...furtherColumns];

/** The meaning of each column; null for one that is left out. */
export function columnsOf(
  { rows: [header], isSpreadsheet }: Table,
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
  for (const [at, column] of columns.entries()) {
    const first = columns.indexOf(column);
    if (column === null || first === at) continue;
    const where = isSpreadsheet ? ` (${cellName(first, line)} and ${cellName(at, line)})` : '';
    report(line, `one column for ${column.name}`, `'${cells[first]}' and '${cells[at]}'${where}`);
  }
  const [named] = phageColumns;
  if (named !== undefined && !columns.includes(named)) {
    report(line, `a column ${named.name}`, 'none');
  }
  return columns;
}

/** Whether a table is about phages: its header has a column for their names, and one for a known field. */
export function isPhageTable(
  { rows: [header] }: Table,
  mapping: ReadonlyMap<string, string>,
): boolean {
  const columns = new Set(header?.cells.map((cell) => columnOf(mapping.get(cell) ?? cell)));
  columns.delete(undefined);
  return columns.size > 1 && phageColumns.slice(0, 1).every((named) => columns.has(named));
}

function columnOf(header: string): PhageColumn | undefined {
  return allColumns.find(({ name, aliases }) =>
    [name, ...aliases].some((one) => plain(one) === plain(header)),
  );
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
    // PhagesDB writes None where it knows nothing; of a cluster, that it is in none.
    if (text === 'None' && !column.name.endsWith('cluster')) {
      say('refused', 'cells that say None');
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
