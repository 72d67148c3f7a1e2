/** The page of one function: all gene families whose genes have notes with some words, and the phages that they are in. */
import { useMemo } from 'preact/hooks';
import { addresses } from './data/fetching.ts';
import { findFunction, type FoundFunction, functionOrderOf, inOrder } from './data/functions.ts';
import type { NotedFamilies } from './data/indexes.ts';
import type { Site } from './data/site.ts';
import { groupedBy, plainText } from '../text/values.ts';
import { countOf, formatCount } from './files.ts';
import {
  clusterIn,
  FunctionFamilies,
  FunctionGenes,
  LoadGenes,
  useFunctionGenes,
} from './functionTables.tsx';
import { PageHead, type PageProps, Show, useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
import { Counted, leftOutText, noNotesText, Said } from './widgets.tsx';

export interface FunctionProps {
  readonly site: Site;
  /** Words of notes, or one note. */
  readonly text: string;
  readonly query: string;
}

export function FunctionPage({ site, name: text, query }: PageProps) {
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

function Looked({ isExact, ...props }: FunctionProps & { isExact: boolean }) {
  const { text } = props;
  const loaded = useLoaded(`${isExact} ${text}`, () => findFunction(text, isExact));
  return (
    <Show of={loaded} missing={<p class="note">This site has no index of notes.</p>}>
      {(found) =>
        found.notes.length === 0 ? (
          <p>
            {noNotesText(text, found)} <a href={linkTo('search', text)}>Search for it</a> among
            phages and genes, too.
          </p>
        ) : (
          <Families {...props} found={found} />
        )
      }
    </Show>
  );
}

function Families({ site, text, query, found }: FunctionProps & { found: FoundFunction }) {
  const { notes, families, known, leftOut } = found;
  const asked = new URLSearchParams(query);
  const order = functionOrderOf(asked.get('sort'));
  const cluster = clusterIn(asked);
  const loading = useFunctionGenes(site, found);
  const { genes } = loading;
  const byFamily = useMemo(() => groupedBy(genes ?? [], ({ pham }) => pham), [genes]);
  const isWanted = (pham: number) =>
    cluster === null ||
    genes === null ||
    byFamily.get(pham)?.some((gene) => gene.cluster === cluster) === true;
  const shown = inOrder(
    families.filter(({ pham }) => isWanted(pham)),
    order,
  );
  const rest = leftOutText(leftOut);
  return (
    <>
      <p class="lead" role="status">
        {functionSummary({
          genes: notes.reduce((sum, note) => sum + note.genes, 0),
          inFamilies: families.reduce((sum, { noted }) => sum + noted, 0),
          families: families.length,
          phages: genes && new Set(genes.map(({ phage }) => phage)).size,
        })}
      </p>
      {rest !== '' && (
        <p class="muted">
          This is of the {formatCount(known)} most frequent notes. {rest}
        </p>
      )}
      <Meant text={text} notes={notes} />
      {families.length > 0 && (
        <>
          <LoadGenes loading={loading} families={families} />
          {shown.length > 0 && (
            <FunctionFamilies
              families={shown}
              order={order}
              genesOf={byFamily}
              loaded={genes !== null}
              hasPhages={site.views.includes('genesbyphage')}
              cluster={genes === null ? null : cluster}
            />
          )}
          {genes !== null && <FunctionGenes genes={genes} text={text} query={query} />}
        </>
      )}
    </>
  );
}

/** Which notes have the words, where it is not just one. */
function Meant({ text, notes }: { text: string; notes: readonly NotedFamilies[] }) {
  if (notes.length === 1 && notes[0]?.text === text) return null;
  return (
    <section>
      <Counted title="Notes" count={notes.length} />
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

export interface FunctionCounts {
  /** Genes with such notes, in families or not. */
  readonly genes: number;
  /** Those of them in families. */
  readonly inFamilies: number;
  readonly families: number;
  /** Null until they are known. */
  readonly phages: number | null;
}

export function functionSummary({ genes, inFamilies, families, phages }: FunctionCounts): string {
  const alone = genes - inFamilies;
  const verbs = alone === 1 ? ['has', 'is'] : ['have', 'are'];
  const unlisted = `${verbs[0]} such notes, but no family, and ${verbs[1]} not listed.`;
  if (families === 0) return `${countOf(alone, 'gene')} ${unlisted}`;
  const sentences = [
    `${countOf(inFamilies, 'gene')} in ${families === 1 ? 'one family' : `${formatCount(families)} families`}`,
    phages === null ? '.' : `, of ${countOf(phages, 'phage')}.`,
    alone > 0 ? ` ${formatCount(alone)} more ${alone === 1 ? 'gene' : 'genes'} ${unlisted}` : '',
  ];
  return sentences.join('');
}
