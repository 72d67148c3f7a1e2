/** The map of a genome to look at, move in and point at, by mouse, touch and keyboard. */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { byPosition, type Feature, type Gene } from '../data/records.ts';
import { fewestBases, phageMap, type PhageMapContent, upright } from '../map/phageMap.ts';
import { type Stop, stepFrom, stopsOf, stretchFor } from '../map/stepping.ts';
import { moved, type Stretch, stretchChoices, within, zoomedTo, zoomOf } from '../map/stretch.ts';
import { margin } from '../map/track.ts';
import { goTo, setChoices } from '../navigation.ts';
import { linkTo } from '../route.ts';
import { Canvas, labelWidth, Measured } from './canvas.tsx';
import { countOf, formatCount } from './files.ts';
import { FeatureTip, GeneTip, spokenFeature, spokenGene } from './mapTips.tsx';
import { MapHint, MapTools } from './mapTools.tsx';
import { usePaced } from './paced.ts';
import { useTheme } from './theme.ts';

export interface GenomeMapProps {
  readonly name: string;
  readonly content: PhageMapContent;
  /** The stretch that the address asks for, in bases; null for all. */
  readonly stretch: Stretch | null;
  /** How many phages have a family; null while that is not known. */
  readonly phagesOf: ((pham: number) => number) | null;
}

export function GenomeMap(props: GenomeMapProps): JSX.Element {
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

function SizedMap({
  name,
  content,
  stretch,
  phagesOf,
  width,
}: GenomeMapProps & { readonly width: number }): JSX.Element {
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
  const tipAt = ({ x1, y2 }: { readonly x1: number; readonly y2: number }, below: number) => ({
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
