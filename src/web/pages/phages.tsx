/** The table of phages: searched, filtered, sorted, and saved as it is shown. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { fetchJson } from '../data/fetching.ts';
import { phageRows, type PhageRow } from '../data/phageIndex.ts';
import type { Site } from '../data/site.ts';
import { setChoices } from '../navigation.ts';
import { DrawnRows } from '../parts/drawnRows.tsx';
import { formatCount, saveFile, tsvOf } from '../parts/files.ts';
import { Show, useLoaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/pageHead.tsx';
import { linkTo } from '../route.ts';
import {
  type ChosenField,
  chosenFields,
  filterPhages,
  flagFields,
  phageQueryOf,
  type PhageQuery,
  type SortKey,
  valuesOf,
} from './phageFilter.ts';

export function Phages({
  site,
  query,
}: {
  readonly site: Site;
  readonly query: string;
}): JSX.Element {
  const index = useLoaded('phages', async () => phageRows(await fetchJson(addresses.phageIndex)));
  return (
    <>
      <PageHead
        site={site}
        title="Phages"
        description="All phages with their clusters, hosts and genomes, to search, filter and sort."
        files={[addresses.phageIndex, 'api/phages/index.json']}
      />
      <Show of={index} missing={<p>This site has no index of its phages.</p>}>
        {(rows) => <Table rows={rows} query={query} />}
      </Show>
    </>
  );
}

const fieldTitles: Readonly<Record<ChosenField, string>> = {
  cluster: 'Cluster',
  subcluster: 'Subcluster',
  genus: 'Host genus',
  country: 'Country',
  year: 'Year found',
};

const columns: readonly {
  readonly key: SortKey;
  readonly title: string;
  readonly isNumber?: boolean;
}[] = [
  { key: 'name', title: 'Phage' },
  { key: 'cluster', title: 'Cluster' },
  { key: 'genus', title: 'Host genus' },
  { key: 'country', title: 'Country' },
  { key: 'year', title: 'Year', isNumber: true },
  { key: 'length', title: 'Genome (bp)', isNumber: true },
  { key: 'gc', title: 'GC (%)', isNumber: true },
  { key: 'genes', title: 'Genes', isNumber: true },
];

function Table({
  rows,
  query,
}: {
  readonly rows: readonly PhageRow[];
  readonly query: string;
}): JSX.Element {
  const asked = useMemo(() => phageQueryOf(query), [query]);
  const shown = useMemo(() => filterPhages(rows, asked), [rows, asked]);
  const isFiltered = asked.text !== '' || asked.chosen.size + asked.flags.size > 0;
  return (
    <>
      <Filters rows={rows} asked={asked} />
      <p class="row-tools">
        <span role="status">
          {isFiltered
            ? `${formatCount(shown.length)} of ${formatCount(rows.length)} phages`
            : `${formatCount(rows.length)} phages`}
        </span>
        {isFiltered && (
          <a class="button" href={linkTo('phages')}>
            Clear filters
          </a>
        )}
        <button
          type="button"
          onClick={() =>
            saveFile(
              'phages.tsv',
              tsvOf(tableHeader, tableRows(shown)),
              'text/tab-separated-values',
            )
          }
        >
          Save as TSV
        </button>
      </p>
      {shown.length === 0 ? (
        <p class="note">No phage fits. Take a filter away, or look for a shorter word.</p>
      ) : (
        <DrawnRows
          label="Table of phages"
          items={shown}
          columns={columns.length}
          head={columns.map((column) => (
            <Heading key={column.key} column={column} asked={asked} />
          ))}
          keyOf={({ name }) => name}
          cells={cellsOf}
        />
      )}
    </>
  );
}

const tableHeader = [
  'Phage',
  'Old names',
  'Accession',
  'Cluster',
  'Subcluster',
  'Host genus',
  'Country',
  'Year',
  'Temperate',
  'Annotated',
  'Genome length',
  'GC',
  'Genes',
];

function* tableRows(rows: readonly PhageRow[]): Generator<readonly (string | number | null)[]> {
  const said = (flag: boolean | null) => (flag === null ? '' : flag ? 'yes' : 'no');
  for (const row of rows) {
    yield [
      row.name,
      row.oldNames,
      row.accession,
      row.cluster,
      row.subcluster,
      row.genus,
      row.country,
      row.year,
      said(row.temperate),
      said(row.annotated),
      row.length,
      row.gc,
      row.genes,
    ];
  }
}

function Filters({
  rows,
  asked,
}: {
  readonly rows: readonly PhageRow[];
  readonly asked: PhageQuery;
}): JSX.Element {
  const offered = useMemo(
    () => chosenFields.map((field) => ({ field, values: valuesOf(rows, field) })),
    [rows],
  );
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        Find
        <input
          type="search"
          value={asked.text}
          placeholder="Name, accession, host …"
          onInput={(event) => setChoices({ q: event.currentTarget.value })}
        />
      </label>
      {offered
        .filter(({ values }) => values.length > 1)
        .map(({ field, values }) => (
          <label key={field}>
            {fieldTitles[field]}
            <select
              value={asked.chosen.get(field) ?? ''}
              onChange={(event) => setChoices({ [field]: event.currentTarget.value })}
            >
              <option value="">any</option>
              {values.map(([value, count]) => (
                <option key={value} value={value}>
                  {value} ({formatCount(count)})
                </option>
              ))}
            </select>
          </label>
        ))}
      {flagFields.map((field) => (
        <label key={field}>
          {field === 'temperate' ? 'Temperate' : 'Annotated'}
          <select
            value={flagText(asked.flags.get(field))}
            onChange={(event) => setChoices({ [field]: event.currentTarget.value })}
          >
            <option value="">any</option>
            <option value="yes">yes</option>
            <option value="no">no</option>
          </select>
        </label>
      ))}
    </form>
  );
}

function flagText(flag: boolean | undefined): string {
  return flag === undefined ? '' : flag ? 'yes' : 'no';
}

function cellsOf(row: PhageRow): JSX.Element {
  return (
    <>
      <th scope="row">
        <a href={linkTo('phage', row.name)}>{row.name}</a>
      </th>
      <td>{row.subcluster || row.cluster}</td>
      <td>{row.genus}</td>
      <td>{row.country}</td>
      <td class="number">{row.year}</td>
      <td class="number">{row.length === null ? '' : formatCount(row.length)}</td>
      <td class="number">{row.gc === null ? '' : row.gc.toFixed(1)}</td>
      <td class="number">{formatCount(row.genes)}</td>
    </>
  );
}

function Heading({
  column,
  asked,
}: {
  readonly column: (typeof columns)[number];
  readonly asked: PhageQuery;
}): JSX.Element {
  const isSorted = asked.sort === column.key;
  const direction = asked.isDescending ? 'descending' : 'ascending';
  // A second click turns the order round.
  const next = isSorted && !asked.isDescending ? `-${column.key}` : column.key;
  return (
    <th
      scope="col"
      class={column.isNumber === true ? 'number' : undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      <button
        type="button"
        class="sort"
        onClick={() => setChoices({ sort: next === 'name' ? null : next })}
      >
        {column.title}
        <span aria-hidden="true">{isSorted ? (asked.isDescending ? ' ▼' : ' ▲') : ''}</span>
      </button>
    </th>
  );
}
