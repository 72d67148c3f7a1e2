/** The columns of the table of phages: which there are, how each is shown, and how they are chosen. */
import type { JSX } from 'preact';
import type { PhageRow } from '../data/phageIndex.ts';
import { setChoices } from '../navigation.ts';
import { formatCount, tsvOf } from '../parts/files.ts';
import { SortHeading } from '../parts/sortHeading.tsx';
import { linkTo } from '../route.ts';
import { type ColumnKey, columnKeys, columnsText, type PhageQuery } from './phageFilter.ts';

const titles: Readonly<Record<ColumnKey, string>> = {
  name: 'Phage',
  oldNames: 'Old names',
  accession: 'Accession',
  cluster: 'Cluster',
  genus: 'Host genus',
  strain: 'Host strain',
  country: 'Country',
  year: 'Year',
  temperate: 'Temperate',
  annotated: 'Annotated',
  length: 'Genome (bp)',
  gc: 'GC (%)',
  genes: 'Genes',
};

const numbers: ReadonlySet<ColumnKey> = new Set(['year', 'length', 'gc', 'genes']);

/** Whether no phage has a value for it: such a column is not drawn, whatever was chosen. */
export function isEmptyColumn(rows: readonly PhageRow[], column: ColumnKey): boolean {
  return column !== 'name' && rows.every((row) => row[column] === null || row[column] === '');
}

/** Which columns the table has, as the address says. */
export function ColumnChoice({
  rows,
  columns,
}: {
  readonly rows: readonly PhageRow[];
  readonly columns: readonly ColumnKey[];
}): JSX.Element {
  return (
    <details class="column-choice">
      <summary>Choose columns</summary>
      <div class="row-tools" role="group" aria-label="Columns of the table">
        {columnKeys
          .filter((key) => key !== 'name')
          .map((key) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={columns.includes(key)}
                disabled={isEmptyColumn(rows, key)}
                onChange={({ currentTarget: { checked } }) =>
                  setChoices({
                    columns: columnsText(
                      columnKeys.filter((one) => (one === key ? checked : columns.includes(one))),
                    ),
                  })
                }
              />
              {titles[key]}
              {isEmptyColumn(rows, key) && <span class="muted"> (no phage has one)</span>}
            </label>
          ))}
      </div>
    </details>
  );
}

export function Heading({
  column,
  asked,
}: {
  readonly column: ColumnKey;
  readonly asked: PhageQuery;
}): JSX.Element {
  return (
    <SortHeading
      column={column}
      title={titles[column]}
      isNumber={numbers.has(column)}
      asked={asked}
      usual="name"
    />
  );
}

export function Cell({
  column,
  row,
}: {
  readonly column: ColumnKey;
  readonly row: PhageRow;
}): JSX.Element {
  if (column === 'name') {
    return (
      <th scope="row">
        <a href={linkTo('phage', row.name)}>{row.name}</a>
      </th>
    );
  }
  return <td class={numbers.has(column) ? 'number' : undefined}>{textOf(column, row)}</td>;
}

function textOf(column: ColumnKey, row: PhageRow): string {
  switch (column) {
    case 'cluster':
      return row.subcluster || row.cluster;
    case 'length':
      return row.length === null ? '' : formatCount(row.length);
    case 'gc':
      return row.gc === null ? '' : row.gc.toFixed(1);
    case 'genes':
      return formatCount(row.genes);
    case 'year':
      return row.year === null ? '' : String(row.year);
    case 'temperate':
    case 'annotated':
      return flagText(row[column]);
    case 'name':
    case 'oldNames':
    case 'accession':
    case 'genus':
    case 'strain':
    case 'country':
      return row[column];
  }
}

function flagText(flag: boolean | null): string {
  return flag === null ? '' : flag ? 'yes' : 'no';
}

const fileTitles: Readonly<Record<FileColumn, string>> = {
  ...titles,
  subcluster: 'Subcluster',
  length: 'Genome length',
  gc: 'GC',
};

type FileColumn = ColumnKey | 'subcluster';

/** The rows as TSV, with numbers as they are; beside a cluster stands the subcluster, which the table shows in its place. */
export function phageTable(rows: readonly PhageRow[], columns: readonly ColumnKey[]): string {
  const all = columns.flatMap((column): readonly FileColumn[] =>
    column === 'cluster' ? ['cluster', 'subcluster'] : [column],
  );
  return tsvOf(
    all.map((column) => fileTitles[column]),
    rows.map((row) => all.map((column) => fileValue(row[column]))),
  );
}

function fileValue(value: PhageRow[FileColumn]): string | number | null {
  return typeof value === 'boolean' ? flagText(value) : value;
}
