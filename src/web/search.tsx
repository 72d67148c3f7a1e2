/** One box for everything: phages, clusters, hosts, families, genes by GeneID, and words of notes. */
import MiniSearch from 'minisearch';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addresses, unlessMissing } from './data/fetching.ts';
import { createNoteSearch } from './data/functions.ts';
import { genesLike } from './data/geneLookup.ts';
import {
  allPhages,
  fetchNotes,
  fetchPhages,
  type NotedFamilies,
  type PhageRow,
} from './data/indexes.ts';
import {
  canBeginGene,
  familiesLabelled,
  mayBeGene,
  mayBeNote,
  mayBeSequence,
  phagesLike,
} from './data/search.ts';
import type { Site } from './data/site.ts';
import { plainText, tally } from '../text/values.ts';
import { countOf, formatCount } from './files.ts';
import { PageHead, type PageProps, Show, useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
import { Button, FamilyLink, type IndexSize, joined, noNotesText, Said } from './widgets.tsx';

const mostShown = 20;

export function Search({ site, query }: PageProps) {
  const text = (new URLSearchParams(query).get('search') ?? '').trim();
  return (
    <>
      <PageHead
        site={site}
        title={text === '' ? 'Search' : `Search: ${text}`}
        description="Phages, clusters, hosts, gene families, genes and functions."
        files={[
          addresses.phageIndex,
          ...(site.views.includes('phams') ? [addresses.noteIndex] : []),
        ]}
      />
      {text === '' ? (
        <p>
          Type above: a phage by its name, an old name or an accession; a cluster, or the genus or
          strain of a host; a gene by its GeneID, or by a locus tag that has the name of its phage;
          a family by its number or label; or words of notes, such as “tape measure”.
        </p>
      ) : (
        <Results site={site} text={text} />
      )}
    </>
  );
}

function Results({ site, text }: { site: Site; text: string }) {
  const phages = useLoaded('phages', fetchPhages);
  return (
    <>
      {mayBeSequence(text) && (
        <p class="note">
          If this is a sequence, paste it into the <a href={linkTo('sequence')}>sequence search</a>.
        </p>
      )}
      <FamilyResults site={site} text={text} />
      <Show of={phages} missing={<p class="note">This site has no index of its phages.</p>}>
        {(rows) => <PhageResults rows={rows} text={text} />}
      </Show>
      {site.views.includes('phams') ? (
        <NoteResults text={text} />
      ) : (
        <p class="note">This site was built without gene families, so notes cannot be searched.</p>
      )}
      <GeneResults site={site} text={text} />
    </>
  );
}

function FamilyResults({ site, text }: { site: Site; text: string }) {
  const labelled = useMemo(() => familiesLabelled(site.labels, text), [site, text]);
  const isNumber = /^\d{1,15}$/.test(text) && site.views.includes('phams');
  const found = [...new Set([...(isNumber ? [Number(text)] : []), ...labelled])];
  const more = found.length - mostShown;
  return (
    <>
      {found.slice(0, mostShown).map((pham) => (
        <p key={pham}>
          <FamilyLink pham={pham} prefix="Gene family" />
        </p>
      ))}
      {more > 0 && <p>and {formatCount(more)} more families with such a label</p>}
    </>
  );
}

/** Once a text has needed the index of notes, all others are looked for in it, too. */
function NoteResults({ text }: { text: string }) {
  const [isAsked, setAsked] = useState(false);
  const isNeeded = useRef(false);
  if (mayBeNote(text) || isAsked) isNeeded.current = true;
  return isNeeded.current ? (
    <FoundNotes text={text} />
  ) : (
    <section>
      <h2>Functions</h2>
      <Button act={() => setAsked(true)}>Look among notes for “{plainText(text)}”</Button>
    </section>
  );
}

function FoundNotes({ text }: { text: string }) {
  const index = useLoaded('notes', async () => {
    const { notes, leftOut } = await fetchNotes();
    return { known: notes.length, leftOut, search: createNoteSearch(notes) };
  });
  return (
    <section>
      <h2>Functions</h2>
      <Show of={index} missing={<p class="note">This site has no index of notes.</p>}>
        {({ search, ...size }) => <NoteHits found={search(text)} size={size} text={text} />}
      </Show>
    </section>
  );
}

type NoteHitsProps = Readonly<{ found: readonly NotedFamilies[]; size: IndexSize; text: string }>;

function NoteHits({ found, size, text }: NoteHitsProps) {
  return (
    <>
      <p class="unseen" role="status">
        {countOf(found.length, 'function')}
      </p>
      {found.length === 0 && <p>{noNotesText(text, size)}</p>}
      {found.length > 1 && (
        <p>
          <a href={linkTo('note', text)}>
            All families with these {formatCount(found.length)} notes, and their phages
          </a>
        </p>
      )}
      {found.length > 0 && (
        <ul class="results">
          {found.slice(0, mostShown).map((note) => (
            <li key={note.text}>
              <a href={linkTo('note', note.text, { exact: 'yes' })}>
                <Said text={note.text} />
              </a>
              : {countOf(note.genes, 'gene')}
              {note.families.length > 0 && <FamilyLinks {...note} />}
            </li>
          ))}
        </ul>
      )}
      {found.length > mostShown && (
        <p>
          <a href={linkTo('note', text)}>and {formatCount(found.length - mostShown)} more notes</a>
        </p>
      )}
    </>
  );
}

const firstFamilies = 8;

/** The most frequent families of a note; all of them are on its page. */
function FamilyLinks({ text, families, more }: NotedFamilies) {
  const shown = families.slice(0, firstFamilies);
  const left = families.length + more - shown.length;
  return (
    <>
      {families.length + more === 1 ? ', of family ' : ', of families '}
      {joined(shown, ({ pham, count }) => (
        <>
          <FamilyLink pham={pham} /> <span class="muted">×{formatCount(count)}</span>
        </>
      ))}
      {left > 0 && ' '}
      {left > 0 && (
        <a href={linkTo('note', text, { exact: 'yes' })}>
          and {formatCount(left)} more
          <span class="unseen"> families of {plainText(text)}</span>
        </a>
      )}
    </>
  );
}

function PhageResults({ rows, text }: { rows: readonly PhageRow[]; text: string }) {
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

function PhageList({ rows }: { rows: readonly PhageRow[] }) {
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
function Misspelt({ rows, text }: { rows: readonly PhageRow[]; text: string }) {
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

/** Looked for at once where the text looks like a GeneID; of a name alone there may be any genes, and few ask for them. */
function GeneResults({ site, text }: { site: Site; text: string }) {
  const [asked, setAsked] = useState('');
  const isAsked = mayBeGene(text) || asked === text;
  if (!isAsked && !canBeginGene(text)) return null;
  return isAsked ? (
    <FoundGenes site={site} text={text} />
  ) : (
    <section>
      <h2>Genes</h2>
      <p class="row-tools">
        <Button act={() => setAsked(text)}>
          Look for genes whose GeneID begins with “{plainText(text)}”
        </Button>
      </p>
    </section>
  );
}

function FoundGenes({ site, text }: { site: Site; text: string }) {
  const genes = useLoaded(`genes ${text}`, () =>
    unlessMissing(genesLike(site, text, mostShown, allPhages), []),
  );
  return (
    <Show of={genes}>
      {(found) => (
        <section>
          <h2>Genes</h2>
          {found.length === 0 ? (
            <p>{noGenes}</p>
          ) : (
            <>
              <p class="unseen" role="status">
                {found.length === mostShown
                  ? `${mostShown} genes or more`
                  : countOf(found.length, 'gene')}
              </p>
              <ul class="results">
                {found.map(({ id, locusTag, notes }) => (
                  <li key={id}>
                    <a href={linkTo('gene', id)}>{id}</a>{' '}
                    <span class="muted">
                      <Said text={[locusTag, notes].filter(Boolean).join(', ')} />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </Show>
  );
}

// What genes are looked for by, since not every locus tag can be.
const noGenes =
  'No GeneID begins with this. Locus tags are found if they have the name of their phage in them, such as SEA_TRIXIE_6; ' +
  'any other locus tag can be found among the genes on the page of its phage.';
