/** The genome of a phage on its page: its map to move in and point at, files to take along, its nearest relatives, and its genes and features as tables. */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { genesOfFamily } from './data/families.ts';
import { addresses, fetchJson, unlessMissing } from './data/fetching.ts';
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
import { plainText } from './data/values.ts';
import { countOf, formatCount } from './files.ts';
import { legendOf } from './map/colors.ts';
import {
  featureLegend,
  fewestBases,
  phageMap,
  type PhageMapContent,
  upright,
} from './map/phageMap.ts';
import {
  moved,
  stepFrom,
  type Stop,
  stopsOf,
  type Stretch,
  stretchChoices,
  stretchFor,
  stretchOf,
  within,
  zoomedTo,
  zoomOf,
} from './map/stretch.ts';
import { margin } from './map/track.ts';
import { Canvas, labelWidth, Measured, usePaced, useTheme } from './mapFrame.tsx';
import {
  ColoringChoice,
  ColoringTrouble,
  FeatureTip,
  GeneTip,
  Legend,
  MapHint,
  MapTools,
  spokenFeature,
  spokenGene,
  useColoring,
} from './mapParts.tsx';
import { Show, Trouble, useLoaded } from './page.tsx';
import { Downloads, FeatureTable, GeneTable } from './phageTables.tsx';
import { goTo, linkTo, setChoices } from './route.ts';

interface Content {
  readonly genes: readonly Gene[];
  readonly features: readonly Feature[];
}

/** A phage without genes, or without features, has no file of them. */
async function contentOf(site: Site, name: string): Promise<Content> {
  const hasFeatures = await mayHaveFeatures(site, name);
  const [genes, features] = await Promise.all([
    unlessMissing(genesOfPhage(site, name), []),
    hasFeatures ? unlessMissing(fetchJson(addresses.featuresOf(name)), []) : [],
  ]);
  const found = resultsOf(features).map((record) => featureOf(site, record));
  return { genes, features: byPosition(found) };
}

interface GenomeProps {
  readonly site: Site;
  readonly phage: Phage;
  readonly query: string;
}

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

interface GenomeMapProps {
  readonly name: string;
  readonly content: PhageMapContent;
  /** The stretch that the address asks for, in bases; null for all. */
  readonly stretch: Stretch | null;
  /** How many phages have a family; null while that is not known. */
  readonly phagesOf: PhagesOf;
}

function GenomeMap(props: GenomeMapProps) {
  return <Measured>{(width) => <SizedMap {...props} width={width} />}</Measured>;
}

type Item = Feature | Gene;

function isGene(item: Item | undefined): item is Gene {
  return item !== undefined && 'id' in item;
}

interface Marked {
  readonly item: Item;
  readonly byKey: boolean;
}

function SizedMap({ name, content, stretch, phagesOf, width }: GenomeMapProps & { width: number }) {
  const { length, genes, features } = content;
  const canvas = useRef<HTMLCanvasElement>(null);
  const behavior = useRef<ZoomBehavior<HTMLCanvasElement, unknown>>(null);
  const theme = useTheme();
  const all: Stretch = [0, length];
  const fewest = fewestBases(width);
  // Null shows everything, whatever the length.
  const [near, setNear] = useState(stretch);
  const [from, to] = near === null ? all : within(near, length, fewest);
  const [marked, setMarked] = useState<Marked | null>(null);
  const shown = { from, to, width, widthOf: labelWidth };
  const map = useMemo(() => {
    const item = marked?.item;
    const [gene, feature] = isGene(item) ? [item.id, null] : [null, item ?? null];
    return phageMap(content, { ...shown, theme, marked: gene, markedFeature: feature });
  }, [content, from, to, width, theme, marked]);

  const write = usePaced((next: Stretch | null) => setChoices(stretchChoices(next)));
  const identityOf = (wanted: Stretch) => {
    const { k, x } = zoomOf(wanted, all, width);
    return zoomIdentity.translate(x, 0).scale(k);
  };
  const show = (wanted: Stretch) => {
    const element = canvas.current;
    if (element === null || behavior.current === null) return;
    behavior.current.transform(select(element), identityOf(within(wanted, length, fewest)));
  };

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const seenAt = ({ transform }: Zoomed) => {
      const next = zoomedTo(transform, all, width);
      return next === null ? null : within(next, length, fewest);
    };
    const zooming = zoom<HTMLCanvasElement, unknown>()
      .extent([
        [0, 0],
        [width, 100],
      ])
      .translateExtent([
        [0, 0],
        [width, 100],
      ])
      .scaleExtent([1, Math.max(1, length / fewest)])
      // A wheel alone moves the page, as everywhere.
      .filter((event: MouseEvent) =>
        event.type === 'wheel'
          ? event.ctrlKey || event.metaKey
          : event.button === 0 || event.button === undefined,
      )
      .on('zoom', (event: Zoomed) => setNear(moved(seenAt(event))));
    behavior.current = zooming;
    const selected = select(element).call(zooming).on('dblclick.zoom', null);
    zooming.transform(selected, identityOf([from, to]));
    // Only later changes are written into the address.
    zooming.on('end', (event: Zoomed) => write(seenAt(event)));
    return () => {
      selected.on('.zoom', null);
    };
  }, [width, length]);

  const boxOf = (item: Item | undefined) =>
    isGene(item)
      ? map.boxes.find(({ gene }) => gene === item)
      : map.features.find(({ feature }) => feature === item);
  const markedBox = boxOf(marked?.item);
  const move = (by: number, times: number) => {
    const span = Math.max((to - from) * times, fewest);
    // A focused item keeps its place.
    const { x1, x2 } = (times === 1 ? undefined : markedBox) ?? { x1: 0, x2: width };
    const middle = (Math.max(x1, margin) + Math.min(x2, width - margin)) / 2;
    const share = (middle - margin) / (width - 2 * margin);
    const first = from + share * (to - from) - share * span + by * span;
    show([first, first + span]);
  };
  const itemAt = (event: MouseEvent): Item | null => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (bounds === undefined) return null;
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    // The last is drawn above the others.
    const gene = map.boxes.findLast(
      ({ x1, x2, y1, y2 }) => x >= x1 - 1 && x <= x2 + 1 && y >= y1 && y <= y2,
    );
    const feature = map.features.findLast(
      ({ x1, x2, y1, y2 }) => x >= x1 - 2 && x <= x2 + 2 && y >= y1 - 2 && y <= y2 + 2,
    );
    return gene?.gene ?? feature?.feature ?? null;
  };
  const stops = useMemo(
    () => stopsOf<Item>(upright(length), byPosition<Item>([...genes, ...features])),
    [genes, features, length],
  );
  const go = (stop: Stop<Item> | undefined) => {
    if (stop === undefined) return;
    setMarked({ item: stop.item, byKey: true });
    const wanted = stretchFor(stop, [from, to]);
    if (wanted !== null) show(wanted);
  };
  const step = (by: number) => go(stepFrom(stops, marked?.item ?? null, by, [from, to]));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Home: () => go(stops[0]),
    End: () => go(stops.at(-1)),
    '+': () => move(0, 0.5),
    '=': () => move(0, 0.5),
    '-': () => move(0, 2),
    '0': () => show(all),
    Enter: () => {
      if (isGene(marked?.item)) goTo(linkTo('gene', marked.item.id));
    },
    Escape: () => setMarked(null),
  };
  const tipAt = ({ x1, y2 }: { x1: number; y2: number }, below: number) => ({
    left: Math.min(Math.max(x1, 0), Math.max(0, width - 300)),
    top: y2 + below,
  });
  const what = [countOf(genes.length, 'gene')];
  if (features.length > 0) what.push(countOf(features.length, 'other feature'));
  return (
    <>
      <MapTools
        pan={(share) => move(share, 1)}
        scale={(times) => move(0, 1 / times)}
        whole={() => show(all)}
        wholeTitle="Whole genome"
        name={`${name}_map`}
        draw={(light) => phageMap(content, { ...shown, theme: light, marked: null }).scene}
      />
      <div class="map-canvas">
        <Canvas
          canvas={canvas}
          scene={map.scene}
          tabIndex={0}
          role="application"
          aria-roledescription="genome map"
          aria-label={`Map of ${name}: ${what.join(' and ')} on ${formatCount(length)} bases. Arrow keys go from one to the next, Home and End to the first and last, Enter opens a gene, plus and minus zoom, 0 shows all. The table below has the same.`}
          onMouseMove={(event) => {
            const item = itemAt(event);
            if (item !== (marked?.item ?? null)) {
              setMarked(item === null ? null : { item, byKey: false });
            }
            event.currentTarget.classList.toggle('on-gene', item !== null && isGene(item));
          }}
          onMouseLeave={() => setMarked(null)}
          onClick={(event) => {
            const item = itemAt(event);
            if (item !== null && isGene(item) && !event.defaultPrevented)
              goTo(linkTo('gene', item.id));
          }}
          onKeyDown={(event) => {
            const act =
              event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
            if (act === undefined) return;
            event.preventDefault();
            act();
          }}
        />
        {markedBox !== undefined &&
          ('gene' in markedBox ? (
            <GeneTip gene={markedBox.gene} phagesOf={phagesOf} {...tipAt(markedBox, 8)} />
          ) : (
            // Below its name.
            <FeatureTip feature={markedBox.feature} {...tipAt(markedBox, 22)} />
          ))}
      </div>
      <MapHint />
      <p class="unseen" role="status">
        {marked?.byKey === true &&
          (isGene(marked.item) ? spokenGene(marked.item) : spokenFeature(marked.item))}
      </p>
    </>
  );
}

interface Zoomed {
  readonly transform: { readonly x: number; readonly k: number };
}

const mostCompared = 2;

function CompareRelatives({
  site,
  name,
  genes,
  phagesOf,
}: {
  site: Site;
  name: string;
  genes: readonly Gene[];
  phagesOf: (pham: number) => number;
}) {
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
      setSaid(`That did not work: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setLooking(false);
    }
  };
  return (
    <>
      <button type="button" disabled={isLooking} onClick={() => void compare()}>
        Compare with its nearest relatives
      </button>
      <span role="status">{said}</span>
    </>
  );
}

// Few enough files for a click, of families that a cluster has and not every phage.
const mostFamilies = 8;
const usualPhages = 50;
const mostCandidates = 10;

/** At most `most` of them, the nearest first; `genes` are those of the phage. Rejects with Unavailable. */
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
export function tellingFamilies(
  families: Iterable<number>,
  phagesOf: (pham: number) => number,
): readonly number[] {
  const oddity = (pham: number) => Math.abs(Math.log(phagesOf(pham) / usualPhages));
  return [...families]
    .filter((pham) => phagesOf(pham) > 1)
    .sort((a, b) => oddity(a) - oddity(b) || a - b)
    .slice(0, mostFamilies);
}

/** The names that are in most of the sets, except one; ties in order of name. */
export function mostOften(sets: readonly ReadonlySet<string>[], but: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const set of sets) {
    for (const name of set) if (name !== but) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
}
