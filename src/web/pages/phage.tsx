/** The page of a phage: its genome map, its genes as a table, downloads and all fields. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { type Families, familiesOf } from '../data/families.ts';
import { fetchJson, fetchText } from '../data/fetching.ts';
import { phageData } from './linkedData.ts';
import { type PhageRow, phageRows, rowOf } from '../data/phageIndex.ts';
import { phagesCalled } from '../data/phageNames.ts';
import { plainText } from '../data/plainText.ts';
import { sequenceOf } from '../data/protein.ts';
import {
  byPosition,
  type Feature,
  featureOf,
  type Gene,
  geneOf,
  type Phage,
  phageOf,
} from '../data/records.ts';
import { resultsOf, type Site } from '../data/site.ts';
import { colorOf, coloringOf, legendOf } from '../map/geneColors.ts';
import { featureLegend } from '../map/phageMap.ts';
import { formatCount, saveFile, tsvOf } from '../parts/files.ts';
import { GenomeMap } from '../parts/genomeMap.tsx';
import { ColoringChoice, Legend } from '../parts/legend.tsx';
import { isMissing, Show, useLoaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/pageHead.tsx';
import { CompareRelatives } from '../parts/relatives.tsx';
import { linkTo } from '../route.ts';
import { PhageFields } from './phageFields.tsx';
import { Said } from '../parts/said.tsx';

interface PhageProps {
  readonly site: Site;
  readonly name: string;
  readonly query: string;
}

export function PhagePage(props: PhageProps): JSX.Element {
  return <Named {...props} asked={null} />;
}

/** `asked` is the other name by which the phage was asked for; null where it was its own. */
function Named({
  site,
  name,
  query,
  asked,
}: PhageProps & { readonly asked: string | null }): JSX.Element {
  const phage = useLoaded(name, async () => phageOf(site, await fetchJson(addresses.phage(name))));
  return (
    <Show
      of={phage}
      missing={
        asked === null ? (
          <OtherName site={site} name={name} query={query} />
        ) : (
          <UnknownPhage site={site} name={asked} />
        )
      }
    >
      {(found) => <Found site={site} phage={found} query={query} asked={asked} />}
    </Show>
  );
}

/** No phage has just this name; one may be called so, too. */
function OtherName({ site, name, query }: PhageProps): JSX.Element {
  const called = useLoaded(name, async () =>
    phagesCalled(phageRows(await fetchJson(addresses.phageIndex)), name),
  );
  return (
    <Show of={called} missing={<UnknownPhage site={site} name={name} />}>
      {(rows) => {
        const [first, second] = rows;
        if (first === undefined) return <UnknownPhage site={site} name={name} />;
        if (second === undefined)
          return <Named site={site} name={first.name} query={query} asked={name} />;
        return (
          <>
            <PageHead site={site} title={name} description="Several phages." files={[]} />
            <p>Several phages are called so:</p>
            <ul>
              {rows.map((row) => (
                <li key={row.name}>
                  <a href={linkTo('phage', row.name)}>{row.name}</a>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Show>
  );
}

function UnknownPhage({ site, name }: { readonly site: Site; readonly name: string }): JSX.Element {
  return (
    <>
      <PageHead site={site} title={name} description="No such phage." files={[]} />
      <p>
        This site has no phage of this name. <a href={linkTo('search', name)}>Search for it</a>, or
        see <a href={linkTo('phages')}>all phages</a>.
      </p>
    </>
  );
}

function Found({
  site,
  phage,
  query,
  asked,
}: Omit<PhageProps, 'name'> & {
  readonly phage: Phage;
  readonly asked: string | null;
}): JSX.Element {
  const { name, cluster, subcluster, genomeLength } = phage;
  const place = subcluster || cluster;
  const facts = [
    place === '' ? 'in no cluster' : place === 'Singleton' ? 'a singleton' : `cluster ${place}`,
    ...(genomeLength === null ? [] : [`${formatCount(genomeLength)} bp`]),
  ].join(', ');
  const hasGenes = site.views.includes('genesbyphage');
  return (
    <>
      <PageHead
        site={site}
        title={name}
        description={`The bacteriophage ${name}: ${facts}.`}
        files={[addresses.phage(name), ...(hasGenes ? [addresses.genesOf(name)] : [])]}
        linkedData={phageData(site, phage)}
      >
        <p class="lead">
          {place === '' ? (
            'In no cluster'
          ) : (
            <a href={linkTo('phages', '', { cluster })}>
              {place === 'Singleton' ? 'A singleton' : `Cluster ${place}`}
            </a>
          )}
          {genomeLength !== null && ` · ${formatCount(genomeLength)} bp`} ·{' '}
          <a href={linkTo('compare', '', { with: [name] })}>compare with other phages</a>
        </p>
        {asked !== null && (
          <p class="note">
            {plainText(name)} is also known as <bdi>{plainText(asked)}</bdi>, by which it was asked
            for.
          </p>
        )}
      </PageHead>
      {hasGenes ? (
        <Genome site={site} phage={phage} query={query} />
      ) : (
        <p class="note">
          This site was built without the genes of single phages, so there is no map.
        </p>
      )}
      <section>
        <h2>About this phage</h2>
        <PhageFields site={site} record={phage.record} />
      </section>
    </>
  );
}

interface Content {
  readonly genes: readonly Gene[];
  readonly features: readonly Feature[];
}

async function contentOf(site: Site, name: string): Promise<Content> {
  // Most phages have none, and so no file of them.
  const hasFeatures =
    site.views.includes('featuresbyphage') && (await indexed(name))?.features !== 0;
  const [genes, features] = await Promise.all([
    fetchJson(addresses.genesOf(name)).catch(orNothing),
    hasFeatures ? fetchJson(addresses.featuresOf(name)).catch(orNothing) : [],
  ]);
  return {
    genes: byPosition(resultsOf(genes).map((record) => geneOf(site, record))),
    features: byPosition(resultsOf(features).map((record) => featureOf(site, record))),
  };
}

/** What the index of phages says of one; null on a site without it. */
async function indexed(name: string): Promise<PhageRow | null> {
  const json = await fetchJson(addresses.phageIndex).catch(orNothing);
  return rowOf(phageRows(json), name);
}

/** A phage without genes has no file of them. */
function orNothing(error: unknown): readonly never[] {
  if (isMissing(error)) return [];
  throw error;
}

function Genome({
  site,
  phage,
  query,
}: Omit<PhageProps, 'name'> & { readonly phage: Phage }): JSX.Element {
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
}: Omit<PhageProps, 'name'> & { readonly phage: Phage; readonly content: Content }): JSX.Element {
  const { name } = phage;
  const coloring = coloringOf(new URLSearchParams(query).get('color'));
  const hasFamilies = site.views.includes('phams');
  const families = useLoaded<Families | null>(`families ${hasFamilies}`, async () =>
    hasFamilies ? familiesOf(await fetchJson(addresses.families)) : null,
  );
  const genome = useLoaded(`genome ${name}`, async () => {
    if (!site.bulk.includes('genomes') || (await indexed(name))?.hasGenome === false) return '';
    return sequenceOf(await fetchText(addresses.genome(name)).catch(orEmpty));
  });
  const phagesOf = families.state === 'done' ? (families.value?.phagesOf ?? null) : null;
  const sequence = genome.state === 'done' && genome.value !== '' ? genome.value : null;
  const last = Math.max(0, ...genes.map(({ stop }) => stop), ...features.map(({ stop }) => stop));
  const length = sequence?.length ?? Math.max(phage.genomeLength ?? 0, last);
  // The others draw the same whatever the families have; they come later.
  const sharedBy = coloring === 'sharing' ? phagesOf : null;
  const drawn = useMemo(
    () => ({ genes, features, length, sequence, colorOf: colorOf(coloring, sharedBy) }),
    [genes, features, length, sequence, coloring, sharedBy],
  );
  if (genes.length + features.length === 0 && sequence === null) {
    return <p class="note">This site has no genes of {name}, so there is no map.</p>;
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
        {coloring === 'sharing' && phagesOf === null && (
          <p class="note">
            {families.state === 'waiting'
              ? 'Loading how many phages share each family …'
              : 'This site does not say how many phages share a family.'}
          </p>
        )}
        <GenomeMap
          key={name}
          name={name}
          content={drawn}
          stretch={stretchOf(query, length)}
          phagesOf={phagesOf}
        />
        <Legend
          coloring={coloring}
          entries={[...legendOf(coloring, genes), ...featureLegend(features)]}
        />
      </section>
      <Downloads site={site} name={name} genes={genes} hasGenome={sequence !== null} />
      <GeneTable genes={genes} phagesOf={phagesOf} />
      {features.length > 0 && <FeatureTable features={features} />}
    </>
  );
}

function orEmpty(error: unknown): string {
  if (isMissing(error)) return '';
  throw error;
}

/** What `from` and `to` of the address say, in bases; null where they are no stretch of the genome. */
export function stretchOf(query: string, length: number): readonly [number, number] | null {
  const asked = new URLSearchParams(query);
  const [from, to] = [Number(asked.get('from') ?? '0'), Number(asked.get('to') ?? 'NaN')];
  return from >= 0 && to > from && from < length ? [from, Math.min(to, length)] : null;
}

function Downloads({
  site,
  name,
  genes,
  hasGenome,
}: {
  readonly site: Site;
  readonly name: string;
  readonly genes: readonly Gene[];
  readonly hasGenome: boolean;
}): JSX.Element {
  const files =
    hasGenome && site.bulk.includes('genomes')
      ? [
          { label: 'Genome (FASTA)', address: addresses.genome(name) },
          { label: 'GenBank', address: addresses.genbank(name) },
          { label: 'GFF3', address: addresses.gff3(name) },
        ]
      : [];
  return (
    <section class="downloads">
      <h2>Downloads</h2>
      <p class="row-tools">
        {files.map(({ label, address }) => (
          <a key={label} class="button" href={address} download>
            {label}
          </a>
        ))}
        <button
          type="button"
          onClick={() =>
            saveFile(
              `${name}_genes.tsv`,
              tsvOf(geneHeader, geneRows(genes)),
              'text/tab-separated-values',
            )
          }
        >
          Genes (TSV)
        </button>
      </p>
    </section>
  );
}

const geneHeader = [
  'GeneID',
  'Name',
  'Start',
  'Stop',
  'Orientation',
  'Length (aa)',
  'Family',
  'Notes',
  'Locus tag',
  'Translation',
];

function* geneRows(genes: readonly Gene[]): Generator<readonly (string | number | null)[]> {
  for (const gene of genes) {
    yield [
      gene.id,
      gene.name,
      gene.start + 1,
      gene.stop,
      gene.isReverse ? 'R' : 'F',
      gene.translation.length,
      gene.pham,
      gene.notes,
      gene.locusTag,
      gene.translation,
    ];
  }
}

function GeneTable({
  genes,
  phagesOf,
}: {
  readonly genes: readonly Gene[];
  readonly phagesOf: ((pham: number) => number) | null;
}): JSX.Element {
  return (
    <section>
      <h2>
        Genes <span class="muted">({formatCount(genes.length)})</span>
      </h2>
      <div class="scroll rows" tabIndex={0} role="region" aria-label="Table of genes">
        <table>
          <thead>
            <tr>
              <th scope="col">Gene</th>
              <th scope="col" class="number">
                From
              </th>
              <th scope="col" class="number">
                To
              </th>
              <th scope="col">Strand</th>
              <th scope="col" class="number">
                Length (aa)
              </th>
              <th scope="col">Family</th>
              <th scope="col" class="number">
                Phages with it
              </th>
              <th scope="col">Notes</th>
            </tr>
          </thead>
          <tbody>
            {genes.map((gene) => (
              <tr key={gene.id}>
                <th scope="row">
                  <a href={linkTo('gene', gene.id)} title={gene.id}>
                    {gene.name || gene.id}
                  </a>
                </th>
                <td class="number">{formatCount(gene.start + 1)}</td>
                <td class="number">{formatCount(gene.stop)}</td>
                <td>{gene.isReverse ? 'reverse' : 'forward'}</td>
                <td class="number">{formatCount(gene.translation.length)}</td>
                <td>
                  {gene.pham !== null && (
                    <a href={linkTo('pham', String(gene.pham))}>
                      <span class="swatch" style={{ backgroundColor: gene.color }} />
                      {gene.pham}
                    </a>
                  )}
                </td>
                <td class="number">
                  {gene.pham === null || phagesOf === null ? '' : formatCount(phagesOf(gene.pham))}
                </td>
                <td>
                  <Said text={gene.notes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function FeatureTable({ features }: { readonly features: readonly Feature[] }): JSX.Element {
  return (
    <section>
      <h2>
        RNAs and other features <span class="muted">({formatCount(features.length)})</span>
      </h2>
      <div class="scroll rows" tabIndex={0} role="region" aria-label="Table of features">
        <table>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Name</th>
              <th scope="col" class="number">
                From
              </th>
              <th scope="col" class="number">
                To
              </th>
              <th scope="col">Strand</th>
              <th scope="col">Notes</th>
            </tr>
          </thead>
          <tbody>
            {features.map((feature, index) => (
              <tr key={index}>
                <th scope="row">{feature.type}</th>
                <td>{feature.name}</td>
                <td class="number">{formatCount(feature.start + 1)}</td>
                <td class="number">{formatCount(feature.stop)}</td>
                <td>{feature.isReverse ? 'reverse' : 'forward'}</td>
                <td>
                  <Said text={feature.notes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
