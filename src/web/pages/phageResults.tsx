/** What a search finds among phages: them, their clusters and hosts, and names that are nearly what was typed. */
import MiniSearch from 'minisearch';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PhageRow } from '../data/phageIndex.ts';
import { phagesLike } from '../data/phageSearch.ts';
import { tally } from '../parts/bars.tsx';
import { countOf } from '../parts/files.ts';
import { linkTo } from '../route.ts';

const mostShown = 20;

export function PhageResults({
  rows,
  text,
}: {
  readonly rows: readonly PhageRow[];
  readonly text: string;
}): JSX.Element {
  const found = useMemo(() => phagesLike(rows, text, mostShown + 1), [rows, text]);
  const all = useMemo(() => groupsOf(rows), [rows]);
  const groups = groupsMatching(all, text);
  return (
    <section>
      {groups.length > 0 && (
        <>
          <h2>Clusters and hosts</h2>
          <ul>
            {groups.map(({ key, title, name, count }) => (
              <li key={`${key} ${name}`}>
                <a href={linkTo('phages', '', { [key]: name })}>
                  {title} {name}
                </a>
                : {countOf(count, 'phage')}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Phages</h2>
      <p class="unseen" role="status">
        {found.length > mostShown
          ? `More than ${mostShown} phages`
          : countOf(found.length, 'phage')}
      </p>
      {found.length === 0 ? (
        <Misspelt rows={rows} text={text} />
      ) : (
        <PhageList rows={found.slice(0, mostShown)} />
      )}
      {found.length > mostShown && (
        <p>
          <a href={linkTo('phages', '', { q: text })}>See more in the table of phages</a>
        </p>
      )}
    </section>
  );
}

function PhageList({ rows }: { readonly rows: readonly PhageRow[] }): JSX.Element {
  return (
    <ul class="results">
      {rows.map((row) => (
        <li key={row.name}>
          <a href={linkTo('phage', row.name)}>{row.name}</a>{' '}
          <span class="muted">
            {[row.subcluster || row.cluster, row.genus, row.accession, row.oldNames]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

const pauseMs = 250;

/** Names that are nearly the text; looked for when nothing was typed for a while, since that takes a moment. */
function Misspelt({
  rows,
  text,
}: {
  readonly rows: readonly PhageRow[];
  readonly text: string;
}): JSX.Element {
  const [near, setNear] = useState<readonly PhageRow[]>([]);
  useEffect(() => {
    setNear([]);
    const timer = setTimeout(() => setNear(namesNear(rows, text)), pauseMs);
    return () => clearTimeout(timer);
  }, [rows, text]);
  return (
    <>
      <p>No phage of such a name.{near.length > 0 && ' Did you mean one of these?'}</p>
      {near.length > 0 && <PhageList rows={near} />}
    </>
  );
}

const groupings = [
  ['cluster', 'Cluster'],
  ['subcluster', 'Subcluster'],
  ['genus', 'Host'],
  ['strain', 'Host strain'],
] as const;

/** Both in lower case. What begins the name of a genus means the genus, not each of its strains. */
function isMeant(key: (typeof groupings)[number][0], name: string, text: string): boolean {
  if (name === text) return true;
  if (key === 'genus') return name.startsWith(text);
  if (key !== 'strain') return false;
  return name.includes(` ${text}`) || (text.includes(' ') && name.startsWith(text));
}

type Group = ReturnType<typeof groupsOf>[number];

/** Those that a text in any case means. */
export function groupsMatching(groups: readonly Group[], text: string): readonly Group[] {
  const lower = text.toLowerCase();
  return groups.filter(({ key, name }) => isMeant(key, name.toLowerCase(), lower));
}

/** Clusters and hosts, with the number of their phages. */
export function groupsOf(rows: readonly PhageRow[]) {
  return groupings.flatMap(([key, title]) =>
    tally(rows, (row) => row[key]).map(([name, count]) => ({ key, title, name, count })),
  );
}

const indexes = new WeakMap<readonly PhageRow[], MiniSearch<{ id: number; name: string }>>();

/** Those whose names differ in a few letters. Their index is made when it is first needed. */
function namesNear(rows: readonly PhageRow[], text: string): readonly PhageRow[] {
  if (text.length < 5) return [];
  let index = indexes.get(rows);
  if (index === undefined) {
    index = new MiniSearch({ fields: ['name'] });
    index.addAll(rows.map(({ name }, id) => ({ id, name })));
    indexes.set(rows, index);
  }
  const hits = index.search(text, { fuzzy: 0.25 });
  return hits.slice(0, mostShown).flatMap(({ id }) => rows[Number(id)] ?? []);
}
