/** One box for everything: phages, clusters, hosts, families, genes by GeneID, and words of notes. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { fetchJson } from '../data/fetching.ts';
import { genesLike } from '../data/geneLookup.ts';
import { noteIndexOf, type NotedFamilies } from '../data/noteIndex.ts';
import { createNoteSearch } from '../data/noteSearch.ts';
import { phageRows } from '../data/phageIndex.ts';
import type { Site } from '../data/site.ts';
import { setChoices } from '../navigation.ts';
import { countOf, formatCount } from '../parts/files.ts';
import { isMissing, type Loaded, Show, useLoaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/pageHead.tsx';
import { linkTo } from '../route.ts';
import { Said } from '../parts/said.tsx';
import { PhageResults } from './phageResults.tsx';

interface SearchProps {
  readonly site: Site;
  readonly query: string;
}

const mostShown = 20;

export function Search({ site, query }: SearchProps): JSX.Element {
  const text = (new URLSearchParams(query).get('search') ?? '').trim();
  return (
    <>
      <PageHead
        site={site}
        title={text === '' ? 'Search' : `Search: ${text}`}
        description="Phages, clusters, hosts, gene families, genes and functions."
        files={[]}
      />
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Search for
          <input
            type="search"
            value={text}
            maxLength={200}
            placeholder="Trixie, A2, lysin, MN123456 …"
            onInput={({ currentTarget: { value } }) => setChoices({ search: value })}
          />
        </label>
      </form>
      {text === '' ? (
        <p>
          A phage by its name, an old name or an accession; a cluster or host genus; a gene by its
          GeneID; a family by its number; or words of notes, such as “tape measure”.
        </p>
      ) : (
        <Results site={site} text={text} />
      )}
    </>
  );
}

function Results({ site, text }: { readonly site: Site; readonly text: string }): JSX.Element {
  const phages = useLoaded('phages', async () => phageRows(await fetchJson(addresses.phageIndex)));
  return (
    <>
      {/^\d{1,15}$/.test(text) && site.views.includes('phams') && (
        <p>
          <a href={linkTo('pham', text)}>Gene family {text}</a>
        </p>
      )}
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

function NoteResults({ text }: { readonly text: string }): JSX.Element {
  const notes: Loaded<readonly NotedFamilies[]> = useLoaded('notes', async () =>
    noteIndexOf(await fetchJson(addresses.noteIndex)),
  );
  return (
    <section>
      <h2>Functions</h2>
      <Show of={notes} missing={<p class="note">This site has no index of notes.</p>}>
        {(all) => <NoteHits all={all} text={text} />}
      </Show>
    </section>
  );
}

function NoteHits({
  all,
  text,
}: {
  readonly all: readonly NotedFamilies[];
  readonly text: string;
}): JSX.Element {
  const search = useMemo(() => createNoteSearch(all), [all]);
  const found = useMemo(() => search(text), [search, text]);
  if (found.length === 0) return <p>No gene has such notes.</p>;
  return (
    <ul class="results">
      {found.slice(0, mostShown).map((note) => (
        <li key={note.text}>
          <strong>
            <Said text={note.text} />
          </strong>
          : {countOf(note.genes, 'gene')}
          {note.families.length > 0 && <FamilyLinks {...note} />}
        </li>
      ))}
      {found.length > mostShown && <li>and {formatCount(found.length - mostShown)} more notes</li>}
    </ul>
  );
}

const firstFamilies = 8;

/** The families of a note: the first, and what else the index has when it is asked for. */
function FamilyLinks({ families, more }: Pick<NotedFamilies, 'families' | 'more'>): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? families : families.slice(0, firstFamilies);
  const left = families.length + more - shown.length;
  return (
    <>
      {families.length + more === 1 ? ', of family ' : ', of families '}
      {shown.map(({ pham, count }, at) => (
        <>
          {at > 0 && ', '}
          <a href={linkTo('pham', String(pham))}>{pham}</a>{' '}
          <span class="muted">×{formatCount(count)}</span>
        </>
      ))}
      {left > 0 && ' '}
      {left > 0 &&
        (shown.length < families.length ? (
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            and {formatCount(left)} more
          </button>
        ) : (
          `and ${formatCount(left)} more`
        ))}
    </>
  );
}

async function phageNames(): Promise<readonly string[]> {
  return phageRows(await fetchJson(addresses.phageIndex)).map(({ name }) => name);
}

function GeneResults({
  site,
  text,
}: {
  readonly site: Site;
  readonly text: string;
}): JSX.Element | null {
  // A GeneID begins with the name of its phage; less than three letters would be any.
  const isAsked = text.length > 2 && !/\s/.test(text);
  const genes = useLoaded(`genes ${isAsked ? text : ''}`, async () => {
    if (!isAsked) return [];
    try {
      return await genesLike(site, text, mostShown, phageNames);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  });
  return (
    <Show of={genes}>
      {(found) =>
        found.length === 0 ? null : (
          <section>
            <h2>Genes</h2>
            <ul class="results">
              {found.map((gene) => (
                <li key={gene.id}>
                  <a href={linkTo('gene', gene.id)}>{gene.id}</a>{' '}
                  <span class="muted">
                    <Said text={gene.notes} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Show>
  );
}
