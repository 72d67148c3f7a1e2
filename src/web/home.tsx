/** The first page: what the data is, how much of it there is, and ways in. */
import { useMemo } from 'preact/hooks';
import { WhatIsNew } from './changes.tsx';
import { unlessMissing } from './data/fetching.ts';
import {
  countedYears,
  fetchBulkFiles,
  fetchNotes,
  fetchPhages,
  type PhageRow,
} from './data/indexes.ts';
import type { Site } from './data/site.ts';
import { listTitles } from '../text/listTitles.ts';
import { type Fields, numberOf, tally, textOf } from '../text/values.ts';
import { countOf, formatBytes, formatCount } from './files.ts';
import { categoryOf } from './map/colors.ts';
import { PageHead, Show, useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
import { Bars, Facts, noteLink, PhageCounts } from './widgets.tsx';
import { Scatter, World } from './scatter.tsx';
import { type Column, numberColumn, Table } from './table.tsx';

export function Home({ site }: { site: Site }) {
  const { about, counts } = site;
  const index = useLoaded('phages', fetchPhages);
  const hasNotes = site.views.includes('phams');
  const notes = useLoaded('notes', async () =>
    hasNotes ? unlessMissing(fetchNotes(), null) : null,
  );
  // What is read would move before the reader's eyes when more comes in above it.
  const isComplete = index.state !== 'waiting' && notes.state !== 'waiting';
  const counted = new Map(counts);
  return (
    <>
      <PageHead
        site={site}
        title={about.title}
        description={about.description || 'Bacteriophages, their genes, genomes and gene families.'}
        files={['release.json', 'api/index.json']}
        address={`${site.baseUrl}/`}
      >
        {about.description !== '' && <p class="lead">{about.description}</p>}
      </PageHead>
      <ul class="tiles">
        {listTitles.map(([list, one, several]) => {
          const count = counted.get(list);
          if (count === undefined) return null;
          const tile = [<strong>{formatCount(count)}</strong>, ` ${count === 1 ? one : several}`];
          return <li key={list}>{list === 'phages' ? <a href={linkTo(list)}>{tile}</a> : tile}</li>;
        })}
      </ul>
      <Show of={index} missing={<p class="note">This site has no index of its phages.</p>}>
        {(rows) => (
          <>
            <Charts rows={rows} notes={notes.state === 'done' ? notes.value : null} />
            {isComplete && (
              <>
                <World rows={rows} />
                <Scatter rows={rows} />
              </>
            )}
          </>
        )}
      </Show>
      {isComplete && (
        <>
          <WhatIsNew site={site} />
          <BulkFiles site={site} />
          <Interface />
          <Citing site={site} />
        </>
      )}
    </>
  );
}

function Charts({ rows, notes }: { rows: readonly PhageRow[]; notes: Notes | null }) {
  const years = useMemo(() => countedYears(rows), [rows]);
  const unclustered = rows.filter(({ cluster }) => cluster === '').length;
  const ofNoGenus = rows.filter(({ genus }) => genus === '').length;
  return (
    <div class="columns">
      <PhageCounts
        title="Phages by cluster"
        counts={tally(rows, ({ cluster }) => cluster)}
        linkOf={(cluster) => linkTo('cluster', cluster)}
      >
        {unclustered > 0 && <p>In no cluster: {countOf(unclustered, 'phage')}.</p>}
      </PhageCounts>
      <PhageCounts
        title="Phages by host genus"
        counts={tally(rows, ({ genus }) => genus)}
        linkOf={(genus) => linkTo('phages', '', { genus })}
      >
        {ofNoGenus > 0 && <p>Of unknown host: {countOf(ofNoGenus, 'phage')}.</p>}
      </PhageCounts>
      <PhageCounts
        title="Phages by year found"
        counts={years.length > 1 ? years : []}
        linkOf={(year) => linkTo('phages', '', { year })}
      />
      {notes !== null && <Functions notes={notes} />}
    </div>
  );
}

const unknown = categoryOf('').name;
type Notes = Awaited<ReturnType<typeof fetchNotes>>;

// As many as bars are shown without asking.
const mostFunctions = 15;

function Functions({ notes }: { notes: Notes }) {
  const known = notes.notes.filter(({ text }) => categoryOf(text).name !== unknown);
  if (known.length === 0) return null;
  return (
    <section>
      <h2>Functions most seen</h2>
      <Bars
        noun="gene"
        counts={known.slice(0, mostFunctions).map(({ text, genes }) => [text, genes] as const)}
        linkOf={noteLink}
      />
    </section>
  );
}

function BulkFiles({ site }: { site: Site }) {
  return (
    <section>
      <h2>Download everything</h2>
      {site.bulk.length === 0 ? (
        <p class="note">
          This site was built without files that have all records. Programs can read all lists page
          by page.
        </p>
      ) : (
        <BulkTable />
      )}
    </section>
  );
}

function BulkTable() {
  const files = useLoaded('bulk', fetchBulkFiles);
  return (
    <Show of={files} missing={<p class="note">This site has no files with all records.</p>}>
      {(all) => {
        const whole = all.filter((file) => !textOf(file['path']).includes('/'));
        const isIndex = (file: Fields) => /\.(?:fai|gzi|tbi|json|md)$/.test(textOf(file['path']));
        const table = (label: string, items: readonly Fields[]) => (
          <Table
            label={label}
            items={items}
            columns={fileColumns}
            keyOf={({ path }) => textOf(path)}
            look="open"
          />
        );
        const forTools = 'Indexes and descriptions for tools';
        return (
          <>
            {table(
              'Files with all records',
              whole.filter((file) => !isIndex(file)),
            )}
            {whole.some(isIndex) && (
              <details>
                <summary>{forTools}</summary>
                {table(forTools, whole.filter(isIndex))}
              </details>
            )}
          </>
        );
      }}
    </Show>
  );
}

const fileColumns: readonly Column<Fields>[] = [
  {
    title: 'File',
    isHead: true,
    class: 'file',
    cell: ({ path, title }) => (
      <div class="described">
        {/* Not `download` alone: as a property, true is a name. */}
        <a href={`bulk/${encodeURIComponent(textOf(path))}`} download="">
          {textOf(path)}
        </a>
        <span class="muted">{textOf(title)}</span>
      </div>
    ),
  },
  numberColumn('Records', ({ records }) => numberOf(records)),
  numberColumn('Size', ({ bytes }) => numberOf(bytes) ?? 0, formatBytes),
];

function Interface() {
  return (
    <section>
      <h2>For programs</h2>
      <p>
        Everything here is also a read-only JSON service:{' '}
        <a href={linkTo('interface')}>its interface</a>, the{' '}
        <a href="api/index.json" target="_blank" rel="noopener">
          list of its addresses
        </a>{' '}
        and its{' '}
        <a href="openapi.json" target="_blank" rel="noopener">
          OpenAPI description
        </a>
        .
      </p>
    </section>
  );
}

function Citing({ site: { about } }: { site: Site }) {
  const { citation, contact, creators, doi, licence, licenceUrl } = about;
  if (citation + contact + doi + licence + licenceUrl === '' && creators.length === 0) return null;
  const creatorList = creators.map(({ name, orcid, affiliation }) => (
    <div key={name}>
      {orcid === '' ? name : <a href={`https://orcid.org/${orcid}`}>{name}</a>}
      {affiliation !== '' && `, ${affiliation}`}
    </div>
  ));
  const hasTerms = /^https?:\/\//.test(licenceUrl);
  const facts = [
    ['Creators', creators.length > 0 && creatorList],
    ['Cite as', citation],
    ['DOI', doi && <a href={`https://doi.org/${doi}`}>{doi}</a>],
    ['Licence', hasTerms ? <a href={licenceUrl}>{licence || licenceUrl}</a> : licence],
    ['Contact', contact],
  ] as const;
  return (
    <section>
      <h2>Citing and using this data</h2>
      <Facts of={facts.filter(([, value]) => value)} />
    </section>
  );
}
