/** The genome of a phage on its page: its map to move in and point at, files to take along, its nearest relatives, and its genes and features as tables. */
import { useMemo, useState } from 'preact/hooks';
import { genesOfFamily } from './data/families.ts';
import { addresses, fetchJson, messageOf, unlessMissing } from './data/fetching.ts';
import type { PhagesOf } from './data/indexes.ts';
import {
  byPosition,
  type Feature,
  featureOf,
  type Gene,
  genesOfPhage,
  type Phage,
} from './data/records.ts';
import { genomeOf, hasGenome, mayHaveFeatures } from './data/sequences.ts';
import { resultsOf, type Site } from './data/site.ts';
import { plainText, tally } from './data/values.ts';
import { countOf, formatCount } from './files.ts';
import type { MapView } from './map/labels.ts';
import {
  featureLegend,
  fewestBases,
  phageMap,
  type PhageMapContent,
  upright,
} from './map/phageMap.ts';
import { stopsOf, type Stretch, stretchChoices, stretchOf } from './map/stretch.ts';
import { boxAt } from './map/track.ts';
import { type Drawing, Measured, ZoomMap } from './mapFrame.tsx';
import {
  ColoringChoice,
  ColoringTrouble,
  FeatureTip,
  GeneTip,
  Legend,
  spokenFeature,
  spokenGene,
  useColoring,
} from './mapParts.tsx';
import { Show, Trouble, useLoaded } from './page.tsx';
import { Downloads, FeatureTable, GeneTable } from './phageTables.tsx';
import { goTo, linkTo, setChoices } from './route.ts';
import { Button } from './said.tsx';

type Content = Readonly<Awaited<ReturnType<typeof contentOf>>>;

/** A phage without genes, or without features, has no file of them. */
async function contentOf(site: Site, name: string) {
  const hasFeatures = await mayHaveFeatures(site, name);
  const [genes, features] = await Promise.all([
    unlessMissing(genesOfPhage(site, name), []),
    hasFeatures ? unlessMissing(fetchJson(addresses.featuresOf(name)), []) : [],
  ]);
  const found = resultsOf(features).map((record) => featureOf(site, record));
  return { genes, features: byPosition(found) };
}

type GenomeProps = Readonly<{ site: Site; phage: Phage; query: string }>;

export function Genome({ site, phage, query }: GenomeProps) {
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
}: GenomeProps & { content: Content }) {
  const { name } = phage;
  const { coloring, families, phagesOf, colors } = useColoring(site, query);
  const genome = useLoaded(`genome ${name}`, async () => {
    return (await hasGenome(site, name)) ? genomeOf(name) : '';
  });
  const sequence = genome.state === 'done' && genome.value !== '' ? genome.value : null;
  const last = Math.max(0, ...[...genes, ...features].map((one) => Math.max(one.start, one.stop)));
  const length = sequence?.length ?? Math.max(phage.genomeLength ?? 0, last);
  const drawn = useMemo(
    () => ({ genes, features, length, sequence, colorOf: colors }),
    [genes, features, length, sequence, colors],
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
        <ColoringTrouble coloring={coloring} families={families} />
        <Trouble of={genome} />
        <GenomeMap
          key={name}
          name={name}
          content={drawn}
          stretch={stretchOf(query, [0, length])}
          phagesOf={phagesOf}
        />
        <Legend coloring={coloring} genes={genes} more={featureLegend(features)} />
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

type Item = Feature | Gene;

function isGene(item: Item): item is Gene {
  return 'id' in item;
}

interface GenomeMapProps {
  readonly name: string;
  readonly content: PhageMapContent;
  /** The stretch that the address asks for, in bases; null for all. */
  readonly stretch: Stretch | null;
  readonly phagesOf: PhagesOf;
}

function GenomeMap({ name, content, stretch, phagesOf }: GenomeMapProps) {
  const { length, genes, features } = content;
  const draw = useMemo(
    () =>
      (view: MapView, marked: Item | null): Drawing<Item> => {
        const [id, feature] =
          marked === null ? [null, null] : isGene(marked) ? [marked.id, null] : [null, marked];
        const map = phageMap(content, { ...view, marked: id, markedFeature: feature });
        return {
          scene: map.scene,
          itemAt: (x, y) =>
            boxAt(map.boxes, x, y, [1, 0])?.gene ??
            boxAt(map.features, x, y, [2, 2])?.feature ??
            null,
          boxOf: (item) =>
            map.boxes.find((box) => box.gene === item) ??
            map.features.find((box) => box.feature === item),
        };
      },
    [content],
  );
  const rows = useMemo(
    () => [stopsOf<Item>(upright(length), byPosition<Item>([...genes, ...features]))],
    [genes, features, length],
  );
  const what = [countOf(genes.length, 'gene')];
  if (features.length > 0) what.push(countOf(features.length, 'other feature'));
  return (
    <Measured>
      {(width) => (
        <ZoomMap<Item>
          width={width}
          whole={[0, length]}
          stretch={stretch}
          fewest={fewestBases(width)}
          isStacked={false}
          draw={draw}
          rows={rows}
          linkOf={(item) => (isGene(item) ? linkTo('gene', item.id) : null)}
          spoken={(item) => (isGene(item) ? spokenGene(item) : spokenFeature(item))}
          tip={(item, { left, top }) =>
            isGene(item) ? (
              <GeneTip gene={item} phagesOf={phagesOf} left={left} top={top} />
            ) : (
              // Below its name.
              <FeatureTip feature={item} left={left} top={top + 14} />
            )
          }
          onMoved={(next) => setChoices(stretchChoices(next))}
          kind="genome map"
          label={`Map of ${name}: ${what.join(' and ')} on ${formatCount(length)} bases. Arrow keys go from one to the next, Home and End to the first and last, Enter opens a gene`}
          wholeTitle="Whole genome"
          name={`${name}_map`}
        />
      )}
    </Measured>
  );
}

const mostCompared = 2;

interface CompareRelativesProps {
  readonly site: Site;
  readonly name: string;
  readonly genes: readonly Gene[];
  readonly phagesOf: (pham: number) => number;
}

function CompareRelatives({ site, name, genes, phagesOf }: CompareRelativesProps) {
  const [said, setSaid] = useState('');
  const [isLooking, setLooking] = useState(false);
  const compare = async () => {
    setLooking(true);
    setSaid('Looking for phages with the same families …');
    try {
      const names = await nearestRelatives(site, { name, genes }, phagesOf, mostCompared);
      if (names.length > 0) goTo(linkTo('compare', '', { with: [name, ...names] }));
      else setSaid('No other phage shares a family with it.');
    } catch (error) {
      setSaid(`That did not work: ${messageOf(error)}`);
    } finally {
      setLooking(false);
    }
  };
  return (
    <>
      <Button disabled={isLooking} act={compare}>
        Compare with its nearest relatives
      </Button>
      <span role="status">{said}</span>
    </>
  );
}

// Few enough files for a click, of families that a cluster has and not every phage.
const mostFamilies = 8;
const usualPhages = 50;
const mostCandidates = 10;

/** At most `most` of them, the nearest first; `genes` are those of the phage. */
async function nearestRelatives(
  site: Site,
  { name, genes }: { readonly name: string; readonly genes: readonly Gene[] },
  phagesOf: (pham: number) => number,
  most: number,
): Promise<readonly string[]> {
  const own = phamsOf(genes);
  const families = await Promise.all(
    tellingFamilies(own, phagesOf).map((pham) => genesOfFamily(site, pham)),
  );
  const holders = families.map((family) => new Set(family.genes.map(({ phage }) => phage)));
  const candidates = mostOften(holders, name).slice(0, mostCandidates);
  const shared = await Promise.all(
    candidates.map(async (phage) => {
      const theirs = phamsOf(await genesOfPhage(site, phage));
      return [...theirs].filter((pham) => own.has(pham)).length;
    }),
  );
  // Candidates are in order, and the sort is stable.
  return candidates
    .map((phage, at) => ({ phage, count: shared[at] ?? 0 }))
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ phage }) => phage);
}

function phamsOf(genes: readonly Gene[]): ReadonlySet<number> {
  return new Set(genes.flatMap(({ pham }) => (pham === null ? [] : [pham])));
}

/** Those shared by about so many phages as a cluster has: rarer ones miss relatives, others tell nothing. */
export function tellingFamilies(families: Iterable<number>, phagesOf: (pham: number) => number) {
  const oddity = (pham: number) => Math.abs(Math.log(phagesOf(pham) / usualPhages));
  return [...families]
    .filter((pham) => phagesOf(pham) > 1)
    .sort((a, b) => oddity(a) - oddity(b) || a - b)
    .slice(0, mostFamilies);
}

/** The names that are in most of the sets, except one; ties in order of name. */
export function mostOften(sets: readonly ReadonlySet<string>[], but: string): readonly string[] {
  const names = sets.flatMap((set) => [...set]);
  return tally(names, (name) => (name === but ? '' : name)).map(([name]) => name);
}
