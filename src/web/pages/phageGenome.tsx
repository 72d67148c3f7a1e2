/** The genome of a phage on its page: the map, files to take along, and its genes and features as tables. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { type Families, familiesOf } from '../data/families.ts';
import { fetchJson, isMissing } from '../data/fetching.ts';
import { genomeOf, hasGenome, mayHaveFeatures } from '../data/phageFiles.ts';
import { plainText } from '../data/plainText.ts';
import {
  byPosition,
  type Feature,
  featureOf,
  type Gene,
  geneOf,
  type Phage,
} from '../data/records.ts';
import { resultsOf, type Site } from '../data/site.ts';
import { colorOf, coloringOf, legendOf } from '../map/geneColors.ts';
import { featureLegend } from '../map/phageMap.ts';
import { stretchOf } from '../map/stretch.ts';
import { GenomeMap } from '../parts/genomeMap.tsx';
import { ColoringChoice, Legend, SharingSaid } from '../parts/legend.tsx';
import { Show, Trouble, useLoaded } from '../parts/loaded.tsx';
import { CompareRelatives } from '../parts/relatives.tsx';
import { GeneTable } from './phageGeneTable.tsx';
import { Downloads, FeatureTable } from './phageTables.tsx';

interface Content {
  readonly genes: readonly Gene[];
  readonly features: readonly Feature[];
}

async function contentOf(site: Site, name: string): Promise<Content> {
  const hasFeatures = await mayHaveFeatures(site, name);
  const [genes, features] = await Promise.all([
    fetchJson(addresses.genesOf(name)).catch(orNothing),
    hasFeatures ? fetchJson(addresses.featuresOf(name)).catch(orNothing) : [],
  ]);
  return {
    genes: byPosition(resultsOf(genes).map((record) => geneOf(site, record))),
    features: byPosition(resultsOf(features).map((record) => featureOf(site, record))),
  };
}

/** A phage without genes has no file of them. */
function orNothing(error: unknown): readonly never[] {
  if (isMissing(error)) return [];
  throw error;
}

interface GenomeProps {
  readonly site: Site;
  readonly phage: Phage;
  readonly query: string;
}

export function Genome({ site, phage, query }: GenomeProps): JSX.Element {
  const content = useLoaded(phage.name, () => contentOf(site, phage.name));
  return (
    <Show of={content}>
      {(loaded) => <GenomeOf site={site} phage={phage} query={query} content={loaded} />}
    </Show>
  );
}

function GenomeOf({
  site,
  phage,
  query,
  content: { genes, features },
}: GenomeProps & { readonly content: Content }): JSX.Element {
  const { name } = phage;
  const coloring = coloringOf(new URLSearchParams(query).get('color'));
  const hasFamilies = site.views.includes('phams');
  const families = useLoaded<Families | null>(`families ${hasFamilies}`, async () =>
    hasFamilies ? familiesOf(await fetchJson(addresses.families)) : null,
  );
  const genome = useLoaded(`genome ${name}`, async () => {
    return (await hasGenome(site, name)) ? genomeOf(name) : '';
  });
  const phagesOf = families.state === 'done' ? (families.value?.phagesOf ?? null) : null;
  const sequence = genome.state === 'done' && genome.value !== '' ? genome.value : null;
  const last = Math.max(0, ...[...genes, ...features].map((one) => Math.max(one.start, one.stop)));
  const length = sequence?.length ?? Math.max(phage.genomeLength ?? 0, last);
  // Other colourings do not depend on the families, which load later.
  const sharedBy = coloring === 'sharing' ? phagesOf : null;
  const drawn = useMemo(
    () => ({ genes, features, length, sequence, colorOf: colorOf(coloring, sharedBy) }),
    [genes, features, length, sequence, coloring, sharedBy],
  );
  if (genes.length + features.length === 0 && sequence === null) {
    return (
      <>
        <Trouble of={genome} />
        <p class="note">This site has no genes of {name}, so there is no map.</p>
      </>
    );
  }
  return (
    <>
      <section>
        <h2>Genome map</h2>
        <div class="row-tools">
          <ColoringChoice coloring={coloring} />
          {phagesOf !== null && genes.length > 0 && (
            <CompareRelatives
              key={name}
              site={site}
              name={name}
              genes={genes}
              phagesOf={phagesOf}
            />
          )}
        </div>
        <Trouble of={families} />
        <Trouble of={genome} />
        {coloring === 'sharing' && <SharingSaid families={families} />}
        <GenomeMap
          key={name}
          name={name}
          content={drawn}
          stretch={stretchOf(query, [0, length])}
          phagesOf={phagesOf}
        />
        <Legend
          coloring={coloring}
          genes={genes}
          entries={[...legendOf(coloring, genes), ...featureLegend(features)]}
        />
      </section>
      <Downloads
        site={site}
        name={name}
        genes={genes}
        hasGenome={sequence !== null || genome.state === 'failed'}
      />
      {genome.state === 'done' && sequence === null && (
        <p class="note">
          This site has no genome of {plainText(name)}: its map has no bases and no GC line.
        </p>
      )}
      <GeneTable genes={genes} phagesOf={phagesOf} query={query} />
      {features.length > 0 && <FeatureTable features={features} />}
    </>
  );
}
