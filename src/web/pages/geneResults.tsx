/** What a search finds among genes: by the beginning of a GeneID, or by a locus tag. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isMissing } from '../data/fetching.ts';
import { genesLike } from '../data/geneLookup.ts';
import { allPhages } from '../data/phageIndex.ts';
import { plainText } from '../data/plainText.ts';
import { canBeginGene, mayBeGene } from '../data/searchTriggers.ts';
import type { Site } from '../data/site.ts';
import { countOf } from '../parts/files.ts';
import { Show, useLoaded } from '../parts/loaded.tsx';
import { Said } from '../parts/said.tsx';
import { linkTo } from '../route.ts';

const mostShown = 20;

interface GeneProps {
  readonly site: Site;
  readonly text: string;
}

/** Looked for at once where the text looks like a GeneID; of a name alone there may be any genes, and few ask for them. */
export function GeneResults({ site, text }: GeneProps): JSX.Element | null {
  const [asked, setAsked] = useState('');
  if (mayBeGene(text) || asked === text) return <FoundGenes site={site} text={text} />;
  if (!canBeginGene(text)) return null;
  return (
    <section>
      <h2>Genes</h2>
      <button type="button" onClick={() => setAsked(text)}>
        Look for genes whose GeneID begins with “{plainText(text)}”
      </button>
    </section>
  );
}

function FoundGenes({ site, text }: GeneProps): JSX.Element {
  const genes = useLoaded(`genes ${text}`, async () => {
    try {
      return await genesLike(site, text, mostShown, allPhages);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  });
  return (
    <Show of={genes}>
      {(found) =>
        found.length === 0 ? (
          <NoGenes />
        ) : (
          <section>
            <h2>Genes</h2>
            <p class="unseen" role="status">
              {found.length === mostShown
                ? `${mostShown} genes or more`
                : countOf(found.length, 'gene')}
            </p>
            <ul class="results">
              {found.map((gene) => (
                <li key={gene.id}>
                  <a href={linkTo('gene', gene.id)}>{gene.id}</a>{' '}
                  <span class="muted">
                    <Said text={[gene.locusTag, gene.notes].filter(Boolean).join(', ')} />
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

/** What genes are looked for by, since not every locus tag can be. */
function NoGenes(): JSX.Element {
  return (
    <section>
      <h2>Genes</h2>
      <p>
        No GeneID begins with this. Locus tags are found if they have the name of their phage in
        them, such as SEA_TRIXIE_6; any other locus tag can be found among the genes on the page of
        its phage.
      </p>
    </section>
  );
}
