/** The page of one function: all gene families whose genes have notes with some words, and the phages that they are in. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { familiesOf } from '../data/families.ts';
import { fetchJson } from '../data/fetching.ts';
import {
  type FunctionFamily,
  functionFamilies,
  functionOrderOf,
  inOrder,
  notesMeant,
} from '../data/functionFamilies.ts';
import { genesBy } from '../data/functionGenes.ts';
import { moreFamiliesOf, type NotedFamilies, noteIndexOf } from '../data/noteIndex.ts';
import { plainText } from '../data/plainText.ts';
import type { Site } from '../data/site.ts';
import { countOf, formatCount } from '../parts/files.ts';
import { isMissing, Show, useLoaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/pageHead.tsx';
import { Said } from '../parts/said.tsx';
import { linkTo } from '../route.ts';
import { FunctionFamilies } from './functionFamilyTable.tsx';
import { FunctionGenes, LoadGenes, useFunctionGenes } from './functionGeneTable.tsx';

export interface FunctionProps {
  readonly site: Site;
  /** Words of notes, or one note. */
  readonly text: string;
  readonly query: string;
}

interface Found {
  readonly notes: readonly NotedFamilies[];
  readonly families: readonly FunctionFamily[];
}

async function foundBy(text: string, isExact: boolean): Promise<Found> {
  const [notes, families] = await Promise.all([
    fetchJson(addresses.noteIndex).then(noteIndexOf),
    fetchJson(addresses.families).then(familiesOf),
  ]);
  const meant = notesMeant(notes, text, isExact);
  const isCut = meant.some(({ more }) => more > 0);
  const rest = moreFamiliesOf(
    isCut ? await fetchJson(addresses.moreFamilies).catch(orNothing) : null,
  );
  return { notes: meant, families: functionFamilies(meant, rest, families) };
}

function orNothing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

export function FunctionPage({ site, text, query }: FunctionProps): JSX.Element {
  const isExact = new URLSearchParams(query).get('exact') === 'yes';
  const hasFamilies = site.views.includes('phams');
  return (
    <>
      <PageHead
        site={site}
        title={`Function: ${text}`}
        description={plainText(`Gene families whose genes are noted as ${text}, in all phages.`)}
        files={hasFamilies ? [addresses.noteIndex, addresses.families] : []}
      />
      {hasFamilies ? (
        <Looked site={site} text={text} query={query} isExact={isExact} />
      ) : (
        <p class="note">This site was built without gene families, so notes cannot be searched.</p>
      )}
    </>
  );
}

function Looked({ isExact, ...props }: FunctionProps & { readonly isExact: boolean }): JSX.Element {
  const { text } = props;
  const found = useLoaded(`${isExact} ${text}`, () => foundBy(text, isExact));
  return (
    <Show of={found} missing={<p class="note">This site has no index of notes.</p>}>
      {({ notes, families }) =>
        notes.length === 0 ? (
          <p>
            No gene has such notes. <a href={linkTo('search', text)}>Search for it</a> among phages
            and genes, too.
          </p>
        ) : (
          <Families {...props} notes={notes} families={families} />
        )
      }
    </Show>
  );
}

function Families({ site, text, query, notes, families }: FunctionProps & Found): JSX.Element {
  const asked = new URLSearchParams(query);
  const order = functionOrderOf(asked.get('sort'));
  const cluster = asked.get('cluster');
  const loading = useFunctionGenes(site, notes, families);
  const { genes } = loading;
  const byFamily = useMemo(() => genesBy(genes ?? [], ({ pham }) => pham), [genes]);
  const isWanted = (pham: number) =>
    cluster === null ||
    genes === null ||
    byFamily.get(pham)?.some((gene) => gene.cluster === cluster) === true;
  const shown = inOrder(
    families.filter(({ pham }) => isWanted(pham)),
    order,
  );
  const all = notes.reduce((sum, note) => sum + note.genes, 0);
  const alone = all - families.reduce((sum, { noted }) => sum + noted, 0);
  return (
    <>
      <p class="lead" role="status">
        {countOf(all, 'gene')} in{' '}
        {families.length === 1 ? 'one family' : `${formatCount(families.length)} families`}
        {genes !== null &&
          `, of ${countOf(new Set(genes.map(({ phage }) => phage)).size, 'phage')}`}
        {alone > 0 && ` (${formatCount(alone)} of them in no family, which are not listed)`}
      </p>
      <Meant text={text} notes={notes} />
      <LoadGenes loading={loading} families={families} />
      <FunctionFamilies families={shown} order={order} genesOf={byFamily} loaded={genes !== null} />
      {genes !== null && <FunctionGenes genes={genes} text={text} query={query} />}
    </>
  );
}

/** Which notes have the words, where it is not just one. */
function Meant({
  text,
  notes,
}: {
  readonly text: string;
  readonly notes: readonly NotedFamilies[];
}): JSX.Element | null {
  if (notes.length === 1 && notes[0]?.text === text) return null;
  return (
    <section>
      <h2>
        Notes <span class="muted">({formatCount(notes.length)})</span>
      </h2>
      <ul class="results inline">
        {notes.map((note) => (
          <li key={note.text}>
            <a href={linkTo('note', note.text, { exact: 'yes' })}>
              <Said text={note.text} />
            </a>{' '}
            <span class="muted">×{formatCount(note.genes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
