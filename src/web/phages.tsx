/** The table of phages: searched, filtered, sorted, and saved as it is shown. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { addresses } from './data/fetching.ts';
import { fetchPhages, type PhageRow } from './data/indexes.ts';
import { countOf, formatCount, saveFile, tsvOf, tsvType } from './files.ts';
import type { Site } from './data/site.ts';
import { PageHead, type PageProps, Show, useLoaded } from './page.tsx';
import {
  type ChosenField,
  type ColumnKey,
  columnKeys,
  columnsText,
  columnTitles,
  filterPhages,
  flagsOffered,
  offersOf,
  type PhageQuery,
  phageQueryOf,
} from './phageFilter.ts';
import { linkTo, setChoices } from './route.ts';
import { ChosenPhages, choiceColumn, chosenIn } from './selection.tsx';
import { Button, Choice, SearchField } from './widgets.tsx';
import { Table } from './table.tsx';

export function Phages({ site, query }: PageProps) {
  const index = useLoaded('phages', fetchPhages);
  return (
    <>
      <PageHead
        site={site}
        title="Phages"
        description="All phages with their clusters, hosts and genomes, to search, filter and sort."
        files={[addresses.phageIndex, 'api/phages/index.json']}
      />
      <Show of={index} missing={<p class="note">This site has no index of its phages.</p>}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="note">This site has no records of phages.</p>
          ) : (
            <Rows site={site} rows={rows} query={query} />
          )
        }
      </Show>
    </>
  );
}

const fieldTitles: Readonly<Record<ChosenField, string>> = {
  cluster: 'Cluster',
  subcluster: 'Subcluster',
  genus: 'Host genus',
  strain: 'Host strain',
  country: 'Country',
  year: 'Year found',
};

interface RowsProps {
  readonly site: Site;
  readonly rows: readonly PhageRow[];
  readonly query: string;
}

function Rows({ site, rows, query }: RowsProps) {
  const asked = useMemo(() => phageQueryOf(query), [query]);
  const shown = useMemo(() => filterPhages(rows, asked), [rows, asked]);
  const columns = useMemo(
    () => asked.columns.filter((column) => !isEmptyColumn(rows, column)),
    [rows, asked],
  );
  const chosen = useMemo(() => chosenIn(query), [query]);
  const isFiltered = asked.text !== '' || asked.chosen.size + asked.flags.size > 0;
  return (
    <>
      <Filters rows={rows} asked={asked} />
      <p class="row-tools">
        <span role="status">
          {isFiltered
            ? `${formatCount(shown.length)} of ${countOf(rows.length, 'phage')}`
            : countOf(rows.length, 'phage')}
        </span>
        {isFiltered && (
          <a class="button" href={linkTo('phages', '', { columns: columnsText(asked.columns) })}>
            Clear filters
          </a>
        )}
        {site.views.includes('phams') && shown.length > 1 && (
          <a class="button" href={matrixLink(query)}>
            How alike they are
          </a>
        )}
        {(['shown', 'all'] as const).map((which) => {
          const saved = which === 'all' ? columnKeys : columns;
          return (
            <Button
              key={which}
              act={() => saveFile('phages.tsv', phageTable(shown, saved), tsvType)}
            >
              Save {which} columns (TSV)
            </Button>
          );
        })}
      </p>
      <ColumnChoice rows={rows} columns={asked.columns} />
      <ChosenPhages site={site} query={query} rows={rows.filter(({ name }) => chosen.has(name))} />
      {shown.length === 0 ? (
        <p class="note">No phage fits. Take a filter away, or look for a shorter word.</p>
      ) : (
        <Table
          label="Table of phages"
          items={shown}
          columns={[
            choiceColumn(query, chosen),
            ...phageColumns.filter(({ sort }) => columns.includes(sort)),
          ]}
          keyOf={({ name }) => name}
          sorting={{ ...asked, usual: 'name' }}
        />
      )}
    </>
  );
}

/** The matrix of the phages that the same filters find. */
function matrixLink(query: string): string {
  const asked = new URLSearchParams(query);
  for (const key of ['phages', 'sort', 'columns', 'pick']) asked.delete(key);
  return linkTo('matrix', '', Object.fromEntries(asked));
}

function Filters({ rows, asked }: { rows: readonly PhageRow[]; asked: PhageQuery }) {
  const offered = useMemo(() => offersOf(rows, asked), [rows, asked]);
  return (
    <form
      class="filters"
      aria-label="Filter the phages"
      onSubmit={(event) => event.preventDefault()}
    >
      <SearchField
        label="Find"
        value={asked.text}
        placeholder="Name, host, country …"
        input={(q) => setChoices({ q })}
      />
      {offered.map(({ field, values }) => (
        <Choice
          key={field}
          label={fieldTitles[field]}
          value={asked.chosen.get(field) ?? ''}
          offered={[
            ['', 'any'],
            ...values.map(([value, count]) => [value, `${value} (${formatCount(count)})`] as const),
          ]}
          choose={(value) => setChoices({ [field]: value })}
        />
      ))}
      {flagsOffered(rows, asked).map((field) => (
        <Choice
          key={field}
          label={columnTitles[field]}
          value={flagText(asked.flags.get(field))}
          offered={flagChoices}
          choose={(value) => setChoices({ [field]: value })}
        />
      ))}
    </form>
  );
}

const flagChoices = [
  ['', 'any'],
  ['yes', 'yes'],
  ['no', 'no'],
] as const;

function flagText(flag: boolean | null | undefined): '' | 'no' | 'yes' {
  return flag === true ? 'yes' : flag === false ? 'no' : '';
}

const numbers: ReadonlySet<ColumnKey> = new Set(['year', 'length', 'gc', 'genes']);

/** Whether no phage has a value for it: such a column is not drawn, whatever was chosen. */
function isEmptyColumn(rows: readonly PhageRow[], column: ColumnKey): boolean {
  return column !== 'name' && rows.every((row) => row[column] === null || row[column] === '');
}

type ColumnChoiceProps = Readonly<{ rows: readonly PhageRow[]; columns: readonly ColumnKey[] }>;

function ColumnChoice({ rows, columns }: ColumnChoiceProps) {
  return (
    <details class="column-choice">
      <summary>Choose columns</summary>
      <div class="row-tools" role="group" aria-label="Columns of the table">
        {columnKeys.slice(1).map((key) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={columns.includes(key)}
              disabled={isEmptyColumn(rows, key)}
              onChange={({ currentTarget: { checked } }) => {
                const isWanted = (one: ColumnKey) =>
                  one === key ? checked : columns.includes(one);
                setChoices({ columns: columnsText(columnKeys.filter(isWanted)) });
              }}
            />
            {columnTitles[key]}
            {isEmptyColumn(rows, key) && <span class="muted"> (no phage has one)</span>}
          </label>
        ))}
      </div>
    </details>
  );
}

/** How values are shown that are not shown as they are saved. */
const shownAs: Partial<Readonly<Record<ColumnKey, (row: PhageRow) => ComponentChildren>>> = {
  name: ({ name }) => <a href={linkTo('phage', name)}>{name}</a>,
  cluster: ({ cluster, subcluster }) => subcluster || cluster,
  length: ({ length }) => length !== null && formatCount(length),
  gc: ({ gc }) => gc?.toFixed(1),
  genes: ({ genes }) => formatCount(genes),
};

const phageColumns = columnKeys.map((key) => ({
  title: columnTitles[key],
  sort: key,
  isNumber: numbers.has(key),
  isHead: key === 'name',
  cell: shownAs[key] ?? ((row: PhageRow) => fileValue(row[key])),
}));

const fileTitles: Readonly<Record<FileColumn, string>> = {
  ...columnTitles,
  subcluster: 'Subcluster',
  length: 'Genome length',
  gc: 'GC',
};

type FileColumn = ColumnKey | 'subcluster';

/** The rows as TSV, with numbers as they are; beside a cluster stands the subcluster, which the table shows in its place. */
function phageTable(rows: readonly PhageRow[], columns: readonly ColumnKey[]): string {
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
