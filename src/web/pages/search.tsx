/** One box for everything: phages, clusters, hosts, families, genes by GeneID, and words of notes. */
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { fetchJson } from '../data/fetching.ts';
import { type NotedFamilies, noteIndexOf, notesLeftOut } from '../data/noteIndex.ts';
import { createNoteSearch } from '../data/noteSearch.ts';
import { familiesLabelled } from '../data/labelledFamilies.ts';
import { fetchPhages } from '../data/phageIndex.ts';
import { plainText } from '../data/plainText.ts';
import { mayBeNote } from '../data/searchTriggers.ts';
import type { Site } from '../data/site.ts';
import { FamilyLink } from '../parts/familyLink.tsx';
import { countOf, formatCount } from '../parts/files.ts';
import { Show, useLoaded } from '../parts/loaded.tsx';
import { noNotesText } from '../parts/notesSaid.ts';
import { PageHead } from '../parts/pageHead.tsx';
import { linkTo } from '../route.ts';
import { Said } from '../parts/said.tsx';
import { GeneResults } from './geneResults.tsx';
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

function Results({ site, text }: { readonly site: Site; readonly text: string }): JSX.Element {
  const phages = useLoaded('phages', fetchPhages);
  return (
    <>
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

/** By its number, or by its label. */
function FamilyResults({ site, text }: { readonly site: Site; readonly text: string }) {
  const labelled = useMemo(() => familiesLabelled(site.labels, text), [site, text]);
  const isNumber = /^\d{1,15}$/.test(text) && site.views.includes('phams');
  const found = [...new Set([...(isNumber ? [Number(text)] : []), ...labelled])];
  const more = found.length - mostShown;
  return (
    <>
      {found.slice(0, mostShown).map((pham) => (
        <p key={pham}>
          <FamilyLink pham={pham} said="Gene family" />
        </p>
      ))}
      {more > 0 && <p>and {formatCount(more)} more families with such a label</p>}
    </>
  );
}

/** Once a text has needed the index of notes, all others are looked for in it, too. */
function NoteResults({ text }: { readonly text: string }): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const isNeeded = useRef(false);
  if (mayBeNote(text) || isAsked) isNeeded.current = true;
  return isNeeded.current ? (
    <FoundNotes text={text} />
  ) : (
    <section>
      <h2>Functions</h2>
      <button type="button" onClick={() => setAsked(true)}>
        Look among notes for “{plainText(text)}”
      </button>
    </section>
  );
}

function FoundNotes({ text }: { readonly text: string }): JSX.Element {
  const notes = useLoaded('notes', () => fetchJson(addresses.noteIndex));
  return (
    <section>
      <h2>Functions</h2>
      <Show of={notes} missing={<p class="note">This site has no index of notes.</p>}>
        {(json) => <NoteHits json={json} text={text} />}
      </Show>
    </section>
  );
}

function NoteHits({ json, text }: { readonly json: unknown; readonly text: string }): JSX.Element {
  const all = useMemo(() => noteIndexOf(json), [json]);
  const search = useMemo(() => createNoteSearch(all), [all]);
  const found = useMemo(() => search(text), [search, text]);
  const said = (
    <p class="unseen" role="status">
      {countOf(found.length, 'function')}
    </p>
  );
  if (found.length === 0) {
    return (
      <>
        {said}
        <p>{noNotesText(text, { known: all.length, leftOut: notesLeftOut(json) })}</p>
      </>
    );
  }
  return (
    <>
      {said}
      {found.length > 1 && (
        <p>
          <a href={linkTo('note', text)}>
            All families with these {formatCount(found.length)} notes, and their phages
          </a>
        </p>
      )}
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
function FamilyLinks({ text, families, more }: NotedFamilies): JSX.Element {
  const shown = families.slice(0, firstFamilies);
  const left = families.length + more - shown.length;
  return (
    <>
      {families.length + more === 1 ? ', of family ' : ', of families '}
      {shown.map(({ pham, count }, at) => (
        <>
          {at > 0 && ', '}
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
