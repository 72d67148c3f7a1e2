/** Genomes below each other to look at, move in and point at. */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom';
import type { CanvasHTMLAttributes, ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PhagesOf } from './data/indexes.ts';
import type { Gene } from './data/records.ts';
import {
  compareMap,
  type CompareState,
  extentOf,
  isShownIn,
  type Track,
} from './map/compareMap.ts';
import {
  darkTheme,
  drawScene,
  fontFamily,
  lightTheme,
  type Scene,
  svgOf,
  type Theme,
} from './map/scene.ts';
import {
  moved,
  nearestTo,
  stepFrom,
  type Stop,
  stopsOf,
  type Stretch,
  stretchFor,
  zoomedTo,
  zoomOf,
} from './map/stretch.ts';
import { margin } from './map/track.ts';
import { GeneTip, MapHint, MapTools, spokenGene } from './mapParts.tsx';
import { useMedia } from './page.tsx';
import { goTo, linkTo } from './route.ts';

// While a map is dragged it is moved as it is, and drawn anew at rest, or after such a share of its width.
const mostMoved = 1 / 3;
const restMs = 120;

export interface CompareViewProps extends Pick<CompareState, 'labeling' | 'selection' | 'colorOf'> {
  readonly name: string;
  readonly label: string;
  readonly tracks: readonly Track[];
  /** The whole stretch; by default, as much as the tracks need. */
  readonly whole?: Stretch;
  /** The stretch that is shown at first; by default, the whole. */
  readonly stretch?: Stretch | null;
  /** Called after the reader moved the map; with null if all is shown. */
  readonly onMoved?: (stretch: Stretch | null) => void;
  readonly phagesOf: PhagesOf;
}

export function CompareView(props: CompareViewProps) {
  return <Measured>{(width) => <SizedView {...props} width={width} />}</Measured>;
}

function SizedView(props: CompareViewProps & { readonly width: number }) {
  const { tracks, labeling, selection, colorOf, phagesOf, width } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const behavior = useRef<ZoomBehavior<HTMLDivElement, unknown>>(null);
  const theme = useTheme();
  const [first, last] = props.whole ?? extentOf(tracks);
  // Null shows everything, even if the tracks change.
  const [near, setNear] = useState<Stretch | null>(props.stretch ?? null);
  const [from, to] = near ?? [first, last];
  const [marked, setMarked] = useState<Gene | null>(null);
  const [spoken, setSpoken] = useState('');
  const inner = width - 2 * margin;
  const drawn = useRef<Stretch>([from, to]);
  const tell = usePaced((stretch: Stretch | null) => props.onMoved?.(stretch));
  const identityOf = (stretch: Stretch) => {
    const { k, x } = zoomOf(stretch, [first, last], width);
    return zoomIdentity.translate(x, 0).scale(k);
  };

  useEffect(() => {
    // The frame, since the canvas moves under the pointer.
    const element = frame.current;
    if (element === null) return undefined;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const draw = (wanted: Stretch | null) => {
      clearTimeout(resting);
      setNear(moved(wanted));
    };
    const show = (wanted: Stretch | null, isDragged: boolean) => {
      const [left, right] = drawn.current;
      const [start, end] = wanted ?? [first, last];
      const pixels = ((left - start) / (right - left)) * inner;
      const isSameScale = Math.abs((end - start) / (right - left) - 1) < 1e-9;
      if (!isDragged || !isSameScale || Math.abs(pixels) > width * mostMoved) {
        draw(wanted);
        return;
      }
      if (canvas.current !== null) canvas.current.style.transform = `translateX(${pixels}px)`;
      clearTimeout(resting);
      resting = setTimeout(() => draw(wanted), restMs);
    };
    const seenAt = ({ transform }: Zoomed) => zoomedTo(transform, [first, last], width);
    const zooming = zoom<HTMLDivElement, unknown>()
      .extent([
        [0, 0],
        [width, 100],
      ])
      .scaleExtent([0.5, Math.max(2, (last - first) / 100)])
      .filter((event: MouseEvent) =>
        event.type === 'wheel'
          ? event.ctrlKey || event.metaKey
          : event.button === 0 || event.button === undefined,
      )
      .on('zoom', (event: Zoomed) =>
        show(seenAt(event), event.sourceEvent?.type.endsWith('move') === true),
      );
    behavior.current = zooming;
    const selected = select(element).call(zooming).on('dblclick.zoom', null);
    zooming.transform(selected, identityOf([from, to]));
    // Only later changes are reported.
    zooming.on('end', (event: Zoomed) => tell(seenAt(event)));
    return () => {
      clearTimeout(resting);
      selected.on('.zoom', null);
    };
  }, [width, first, last]);

  const shown = { from, to, width, labeling, selection, colorOf, widthOf: labelWidth };
  const map = useMemo(
    () => compareMap(tracks, { ...shown, theme, marked: marked?.id ?? null }),
    [tracks, from, to, width, theme, labeling, selection, colorOf, marked],
  );
  const markedBox = map.boxes.find(({ gene }) => gene === marked);
  // After the canvas has drawn it, and before it is seen.
  useLayoutEffect(() => {
    drawn.current = [from, to];
    if (canvas.current !== null) canvas.current.style.transform = '';
  }, [map]);
  const geneAt = (event: MouseEvent) => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (bounds === undefined) return null;
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    return (
      // The last is drawn above the others.
      map.boxes.findLast(
        ({ x1, x2, y1, y2 }) => x >= x1 - 1 && x <= x2 + 1 && y >= y1 && y <= y2,
      ) ?? null
    );
  };
  const scale = (times: number) => {
    // A focused gene keeps its place.
    const still = markedBox === undefined ? undefined : (markedBox.x1 + markedBox.x2) / 2;
    if (frame.current !== null) {
      behavior.current?.scaleBy(
        select(frame.current),
        times,
        still === undefined ? undefined : [still, 0],
      );
    }
  };
  const pan = (pixels: number) => {
    if (frame.current === null) return;
    const scaled = (last - first) / (to - from);
    behavior.current?.translateBy(select(frame.current), pixels / scaled, 0);
  };
  const whole = () => {
    if (frame.current !== null) behavior.current?.transform(select(frame.current), zoomIdentity);
  };
  const rows = useMemo(() => {
    const isShown = isShownIn(tracks, selection);
    const all = tracks.map((track) => stopsOf(track, track.genes.filter(isShown)));
    return all.filter((stops) => stops.length > 0);
  }, [tracks, selection]);
  const row = Math.max(
    0,
    rows.findIndex((stops) => stops.some(({ item }) => item === marked)),
  );
  const go = (stop: Stop<Gene> | undefined) => {
    if (stop === undefined) return;
    setMarked(stop.item);
    setSpoken(spokenGene(stop.item));
    const wanted = stretchFor(stop, [from, to]);
    if (wanted !== null && frame.current !== null)
      behavior.current?.transform(select(frame.current), identityOf(wanted));
  };
  const step = (by: number) => go(stepFrom(rows[row] ?? [], marked, by, [from, to]));
  const change = (by: number) => {
    const current = rows[row]?.find(({ item }) => item === marked);
    if (current === undefined) step(0);
    else go(nearestTo(rows[row + by] ?? [], current));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    ArrowDown: () => change(1),
    ArrowUp: () => change(-1),
    Home: () => go(rows[row]?.[0]),
    End: () => go(rows[row]?.at(-1)),
    '+': () => scale(2),
    '=': () => scale(2),
    '-': () => scale(0.5),
    '0': whole,
    Enter: () => {
      if (marked !== null) goTo(linkTo('gene', marked.id));
    },
    Escape: () => setMarked(null),
  };
  return (
    <>
      <MapTools
        pan={(share) => pan(-share * width)}
        scale={scale}
        whole={whole}
        wholeTitle="Show all"
        name={props.name}
        draw={(light) => compareMap(tracks, { ...shown, theme: light, marked: null }).scene}
      />
      <div class="map-canvas">
        <div class="map-frame" ref={frame}>
          <Canvas
            canvas={canvas}
            scene={map.scene}
            tabIndex={0}
            role="application"
            aria-roledescription="map of genomes"
            aria-label={`${props.label} Arrow keys go from gene to gene and from genome to genome, Home and End to the first and last of a genome, Enter opens one, plus and minus zoom, 0 shows all. The table below has the same.`}
            onMouseMove={(event) => {
              const hit = geneAt(event);
              setMarked(hit?.gene ?? null);
              event.currentTarget.classList.toggle('on-gene', hit !== null);
            }}
            onMouseLeave={() => setMarked(null)}
            onClick={(event) => {
              const hit = geneAt(event);
              if (hit !== null && !event.defaultPrevented) goTo(linkTo('gene', hit.gene.id));
            }}
            onKeyDown={(event) => {
              const act =
                event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
              if (act === undefined) return;
              event.preventDefault();
              act();
            }}
          />
        </div>
        {markedBox !== undefined && (
          <GeneTip
            gene={markedBox.gene}
            phagesOf={phagesOf}
            left={Math.min(Math.max(markedBox.x1, 0), Math.max(0, width - 300))}
            top={markedBox.y2 + 8}
          />
        )}
      </div>
      <MapHint />
      <p class="unseen" role="status">
        {spoken}
      </p>
    </>
  );
}

interface Zoomed {
  readonly transform: { readonly x: number; readonly k: number };
  /** None where a button asked for it. */
  readonly sourceEvent?: { readonly type: string } | null;
}

export type CanvasProps = Omit<CanvasHTMLAttributes, 'ref'> & {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly scene: Scene;
};

// In pixels: what a turn of the wheel brings into view meanwhile.
const spareHeight = 150;
const redrawMs = 150;

export function Canvas({ canvas, scene, ...rest }: CanvasProps) {
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined) return undefined;
    const ratio = devicePixelRatio;
    element.width = Math.round(scene.width * ratio);
    element.height = Math.round(scene.height * ratio);
    element.style.width = `${scene.width}px`;
    element.style.height = `${scene.height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    // While a tall map is moved only what is in view is drawn; the rest follows when it stands still.
    const { top } = element.getBoundingClientRect();
    const inView = [-top - spareHeight, innerHeight - top + spareHeight] as const;
    drawScene(context, scene, inView);
    if (inView[0] <= 0 && inView[1] >= scene.height) return undefined;
    const timer = setTimeout(() => drawScene(context, scene), redrawMs);
    return () => clearTimeout(timer);
  }, [scene]);
  const isPrinted = useMedia('print');
  return (
    <>
      <canvas ref={canvas} {...rest} />
      {isPrinted && <Printed scene={scene} />}
    </>
  );
}

/** Replaces the canvas in print: vector graphics, sharp at any size. */
function Printed({ scene }: { scene: Scene }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawing = new DOMParser().parseFromString(svgOf(scene, ''), 'image/svg+xml');
    box.current?.replaceChildren(drawing.documentElement);
  }, [scene]);
  return <div class="printed" ref={box} />;
}

const leastWidth = 240;

/** A map's box. What is in it is drawn once its width in pixels is known, and again when that changes. */
export function Measured({ children }: { children: (width: number) => ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(Math.max(Math.floor(element.clientWidth), leastWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return (
    <div class="map" ref={box}>
      {width !== null && children(width)}
    </div>
  );
}

const widths = new Map<string, number>();
let measuring: CanvasRenderingContext2D | null = null;

/** The width of a label in pixels, in the letters of maps. */
export function labelWidth(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  measuring ??= document.createElement('canvas').getContext('2d');
  if (measuring === null) return text.length * 6;
  measuring.font = `11px ${fontFamily}`;
  const { width } = measuring.measureText(text);
  if (widths.size > 5000) widths.clear();
  widths.set(text, width);
  return width;
}

/** Paper is light. */
export function useTheme(): Theme {
  return useMedia('screen and (prefers-color-scheme: dark)') ? darkTheme : lightTheme;
}

// Browsers refuse to change the address more often.
const leastMs = 400;

/**
 * Calls `act` at once, or after some time with the last value of those that come meanwhile; not once its part of the page
 * is gone.
 */
export function usePaced<Value>(act: (value: Value) => void): (value: Value) => void {
  const latest = useRef(act);
  latest.current = act;
  const paced = useMemo(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let last = Number.NEGATIVE_INFINITY;
    const call = (value: Value) => {
      last = performance.now();
      latest.current(value);
    };
    return {
      stop: () => clearTimeout(waiting),
      take: (value: Value) => {
        clearTimeout(waiting);
        const rest = last + leastMs - performance.now();
        if (rest <= 0) call(value);
        else waiting = setTimeout(() => call(value), rest);
      },
    };
  }, []);
  useEffect(() => paced.stop, []);
  return paced.take;
}
