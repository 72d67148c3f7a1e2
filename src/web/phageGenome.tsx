/** The genome of a phage on its page: its map to move in and point at, files to take along, and its genes and features as tables. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { addresses, fetchJson, unlessMissing } from './data/fetching.ts';
import { allPhages, mayHave, type PhagesOf } from './data/indexes.ts';
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
import { plainText } from '../text/values.ts';
import { countOf, formatCount } from './files.ts';
import { type Coloring, geneFigure, type MapShape } from './map/colors.ts';
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
import { Measured } from './canvas.tsx';
import { type Drawing, ZoomMap } from './mapFrame.tsx';
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
import { Show, Trouble, useLoaded, usePainted } from './page.tsx';
import { Downloads, FeatureTable, GeneTable } from './phageTables.tsx';
import { MostSimilar } from './relatives.tsx';
import { choiceIn, linkTo, setChoices } from './route.ts';
import { KeptChoice } from './widgets.tsx';

type Content = Readonly<Awaited<ReturnType<typeof contentOf>>>;

/** A phage without genes, or without features, has no file of them. */
async function contentOf(site: Site, name: string) {
  const hasFeatures = await mayHaveFeatures(site, name);
  const hasGenes = mayHave('genes', site, await allPhages(), name);
  const [genes, features] = await Promise.all([
    hasGenes ? unlessMissing(genesOfPhage(site, name), []) : [],
    hasFeatures ? unlessMissing(fetchJson(addresses.featuresOf(name)), []) : [],
  ]);
  const found = resultsOf(features).map((record) => featureOf(site, record));
  return { genes, features: byPosition(found) };
}

type GenomeProps = Readonly<{ site: Site; phage: Phage; query: string }>;

/** `children` come below, once it is known what is above them. */
export function Genome({
  site,
  phage,
  query,
  children,
}: GenomeProps & { children?: ComponentChildren }) {
  const content = useLoaded(phage.name, () => contentOf(site, phage.name));
  // The map does not wait for what is below it.
  const isPainted = usePainted(content.state !== 'waiting');
  return (
    <>
      <Show of={content}>
        {(loaded) => <GenomeOf {...{ site, phage, query, isPainted }} content={loaded} />}
      </Show>
      {isPainted && children}
    </>
  );
}

function GenomeOf({
  site,
  phage,
  query,
  content: { genes, features },
  isPainted,
}: GenomeProps & { content: Content; isPainted: boolean }) {
  const { name } = phage;
  const { coloring, families, phagesOf, colors } = useColoring(site, query);
  const shape = choiceIn(query, 'shape', shapes);
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
        <p class="note">This site has no genes of {plainText(name)}, so there is no map.</p>
      </>
    );
  }
  return (
    <>
      <section>
        <h2>Genome map</h2>
        {genes.length === 0 && (
          <p class="note">This site has no genes of {plainText(name)}: its map has none.</p>
        )}
        <div class="row-tools">
          {genes.length > 0 && <ColoringChoice coloring={coloring} />}
          <KeptChoice label="Shape" name="shape" value={shape} offered={shapes} />
        </div>
        <ColoringTrouble coloring={coloring} families={families} />
        <Trouble of={genome} />
        <GenomeMap
          key={name}
          name={name}
          content={drawn}
          stretch={stretchOf(query, [0, length])}
          phagesOf={phagesOf}
          coloring={coloring}
          shape={shape}
        />
        <Legend coloring={coloring} genes={genes} more={featureLegend(features)} />
      </section>
      {isPainted && (
        <>
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
          {genes.length > 0 && (
            <>
              {site.views.includes('similarbyphage') && <MostSimilar site={site} phage={phage} />}
              <GeneTable genes={genes} phagesOf={phagesOf} query={query} />
            </>
          )}
          {features.length > 0 && <FeatureTable features={features} />}
        </>
      )}
    </>
  );
}

const shapes = { line: 'a line', circle: 'a circle' } as const;

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
  readonly coloring: Coloring;
  readonly shape: MapShape;
}

function GenomeMap(props: GenomeMapProps) {
  const { name, content, stretch, phagesOf, coloring, shape } = props;
  const isCircle = shape === 'circle';
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
  const caption = `Map of ${name}: ${what.join(' and ')} on ${formatCount(length)} bases.`;
  const figure = geneFigure(caption, coloring, genes, featureLegend(features), shape);
  // Its code is loaded when it is first asked for.
  const circle = useLoaded(`circle ${isCircle}`, async () =>
    isCircle ? (await import('./circle.tsx')).Circle : null,
  );
  if (isCircle)
    return (
      <Show of={circle}>
        {(Circle) =>
          Circle !== null && (
            <Circle {...{ content, phagesOf, figure }} label={caption} name={`${name}_circle`} />
          )
        }
      </Show>
    );
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
          label={`${caption} Arrow keys go from one to the next, Home and End to the first and last, Enter opens a gene`}
          wholeTitle="Whole genome"
          figure={figure}
          name={`${name}_map`}
        />
      )}
    </Measured>
  );
}
