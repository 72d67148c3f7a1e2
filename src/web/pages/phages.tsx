/** The table of phages: searched, filtered, sorted, and saved as it is shown. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { fetchPhages, type PhageRow } from '../data/phageIndex.ts';
import type { Site } from '../data/site.ts';
import { setChoices } from '../navigation.ts';
import { DrawnRows } from '../parts/drawnRows.tsx';
import { countOf, formatCount, saveFile } from '../parts/files.ts';
import { Show, useLoaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/pageHead.tsx';
import { linkTo } from '../route.ts';
import { Cell, ColumnChoice, Heading, isEmptyColumn, phageTable } from './phageColumns.tsx';
import {
  type ChosenField,
  columnKeys,
  columnsText,
  filterPhages,
  flagFields,
  offersOf,
  phageQueryOf,
  type PhageQuery,
} from './phageFilter.ts';

export function Phages({
  site,
  query,
}: {
  readonly site: Site;
  readonly query: string;
}): JSX.Element {
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
            <Table rows={rows} query={query} />
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

function Table({
  rows,
  query,
}: {
  readonly rows: readonly PhageRow[];
  readonly query: string;
}): JSX.Element {
  const asked = useMemo(() => phageQueryOf(query), [query]);
  const shown = useMemo(() => filterPhages(rows, asked), [rows, asked]);
  const columns = useMemo(
    () => asked.columns.filter((column) => !isEmptyColumn(rows, column)),
    [rows, asked],
  );
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
        {(['shown', 'all'] as const).map((which) => {
          const saved = which === 'all' ? columnKeys : columns;
          return (
            <button
              key={which}
              type="button"
              onClick={() =>
                saveFile('phages.tsv', phageTable(shown, saved), 'text/tab-separated-values')
              }
            >
              Save {which} columns (TSV)
            </button>
          );
        })}
      </p>
      <ColumnChoice rows={rows} columns={asked.columns} />
      {shown.length === 0 ? (
        <p class="note">No phage fits. Take a filter away, or look for a shorter word.</p>
      ) : (
        <DrawnRows
          label="Table of phages"
          items={shown}
          columns={columns.length}
          head={columns.map((column) => (
            <Heading key={column} column={column} asked={asked} />
          ))}
          keyOf={({ name }) => name}
          cells={(row) => columns.map((column) => <Cell key={column} column={column} row={row} />)}
        />
      )}
    </>
  );
}

function Filters({
  rows,
  asked,
}: {
  readonly rows: readonly PhageRow[];
  readonly asked: PhageQuery;
}): JSX.Element {
  const offered = useMemo(() => offersOf(rows, asked), [rows, asked]);
  return (
    <form
      class="filters"
      aria-label="Filter the phages"
      onSubmit={(event) => event.preventDefault()}
    >
      <label>
        Find
        <input
          type="search"
          value={asked.text}
          placeholder="Name, host, country …"
          onInput={(event) => setChoices({ q: event.currentTarget.value })}
        />
      </label>
      {offered.map(({ field, values }) => (
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
