/** The frame of every map: a canvas in which a reader moves, zooms and goes from gene to gene, by mouse, touch and keys. */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Canvas, keyPresses, useTheme } from './canvas.tsx';
import type { FigureText } from './map/captioned.ts';
import type { MapView } from './map/labels.ts';
import { fontFamily, type Scene } from './map/scene.ts';
import {
  moved,
  nearestTo,
  stepFrom,
  type Stop,
  type Stretch,
  stretchFor,
  within,
  zoomedTo,
  zoomOf,
} from './map/stretch.ts';
import { type Box, margin } from './map/track.ts';
import { MapHint, MapTools, type TipPlace } from './mapParts.tsx';
import { goTo } from './route.ts';

// While a slow map is dragged it is moved as it is, and drawn anew at rest, or after such a share of its width.
const mostMoved = 1 / 3;
const restMs = 120;

/** What is drawn of a stretch, and where its items are: genes, and others that may be pointed at. */
export interface Drawing<Item> {
  readonly scene: Scene;
  readonly itemAt: (x: number, y: number) => Item | null;
  readonly boxOf: (item: Item) => Box | undefined;
}

export interface ZoomMapProps<Item> {
  /** In pixels. */
  readonly width: number;
  readonly whole: Stretch;
  /** The stretch that is shown at first; null for the whole. */
  readonly stretch: Stretch | null;
  /** How many bases are in view where the map is nearest. */
  readonly fewest: number;
  /**
   * Whether it has several genomes below each other: keys go from one to another, it may be moved away from all of them,
   * and drawing it takes too long for each step of a drag.
   */
  readonly isStacked: boolean;
  readonly draw: (view: MapView, marked: Item | null) => Drawing<Item>;
  /** What keys go to: from left to right, and from row to row. */
  readonly rows: readonly (readonly Stop<Item>[])[];
  /** Null for what has no page. */
  readonly linkOf: (item: Item) => string | null;
  readonly spoken: (item: Item) => string;
  readonly tip: (item: Item, place: TipPlace) => ComponentChildren;
  /** Called after the reader moved the map; with null if all is shown. */
  readonly onMoved: (stretch: Stretch | null) => void;
  /** What kind of map it is, what it shows, and how keys are used in it. */
  readonly kind: string;
  readonly label: string;
  readonly wholeTitle: string;
  readonly figure: FigureText;
  /** The name of saved files, without extension. */
  readonly name: string;
}

export function ZoomMap<Item>(props: ZoomMapProps<Item>) {
  const { width, fewest, isStacked, draw, rows, linkOf } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const behavior = useRef<ZoomBehavior<HTMLDivElement, unknown>>(null);
  const theme = useTheme();
  const [first, last] = props.whole;
  const limited = (wanted: Stretch) => (isStacked ? wanted : within(wanted, last, fewest));
  // Null shows everything, even if that changes.
  const [near, setNear] = useState(props.stretch);
  const [from, to] = near === null ? props.whole : limited(near);
  const [marked, setMarked] = useState<{ item: Item; byKey: boolean } | null>(null);
  const drawn = useRef<Stretch>([from, to]);
  const tell = usePaced(props.onMoved);
  const identityOf = (stretch: Stretch) => {
    const { k, x } = zoomOf(stretch, [first, last], width);
    return zoomIdentity.translate(x, 0).scale(k);
  };
  const show = (wanted: Stretch) => {
    if (frame.current !== null)
      behavior.current?.transform(select(frame.current), identityOf(limited(wanted)));
  };

  useEffect(() => {
    // The frame, since the canvas moves under the pointer.
    const element = frame.current;
    if (element === null) return undefined;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const redraw = (wanted: Stretch | null) => {
      clearTimeout(resting);
      setNear(moved(wanted));
    };
    const slide = (wanted: Stretch | null) => {
      const [left, right] = drawn.current;
      const [start, end] = wanted ?? [first, last];
      const pixels = ((left - start) / (right - left)) * (width - 2 * margin);
      const isSameScale = Math.abs((end - start) / (right - left) - 1) < 1e-9;
      if (!isSameScale || Math.abs(pixels) > width * mostMoved) {
        redraw(wanted);
        return;
      }
      if (canvas.current !== null) canvas.current.style.transform = `translateX(${pixels}px)`;
      clearTimeout(resting);
      resting = setTimeout(() => redraw(wanted), restMs);
    };
    const seenAt = ({ transform }: Zoomed) => {
      const next = zoomedTo(transform, [first, last], width);
      return next && limited(next);
    };
    const extent: [[number, number], [number, number]] = [
      [0, 0],
      [width, 100],
    ];
    const zooming = zoom<HTMLDivElement, unknown>()
      .extent(extent)
      .scaleExtent([isStacked ? 0.5 : 1, Math.max(1, (last - first) / fewest)])
      // A wheel alone moves the page, as everywhere.
      .filter((event: MouseEvent) =>
        event.type === 'wheel'
          ? event.ctrlKey || event.metaKey
          : event.button === 0 || event.button === undefined,
      )
      .on('zoom', (event: Zoomed) => {
        const isDragged = event.sourceEvent?.type.endsWith('move') === true;
        (isStacked && isDragged ? slide : redraw)(seenAt(event));
      });
    if (!isStacked) zooming.translateExtent(extent);
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

  const view = { from, to, width, widthOf: labelWidth };
  const { scene, itemAt, boxOf } = useMemo(
    () => draw({ ...view, theme }, marked?.item ?? null),
    [draw, from, to, width, theme, marked],
  );
  const box = marked === null ? undefined : boxOf(marked.item);
  // After the canvas has drawn it, and before it is seen.
  useLayoutEffect(() => {
    drawn.current = [from, to];
    if (canvas.current !== null) canvas.current.style.transform = '';
  }, [scene]);
  const move = (by: number, times: number) => {
    const most = isStacked ? 2 * (last - first) : Infinity;
    const span = Math.min(Math.max((to - from) * times, fewest), most);
    // A focused item keeps its place.
    const { x1, x2 } = (times === 1 ? undefined : box) ?? { x1: 0, x2: width };
    const middle = (Math.max(x1, margin) + Math.min(x2, width - margin)) / 2;
    const share = (middle - margin) / (width - 2 * margin);
    const start = from + share * (to - from) - share * span + by * span;
    show([start, start + span]);
  };
  const showAll = () => show([first, last]);
  const pointed = ({ clientX, clientY }: MouseEvent) => {
    const bounds = canvas.current?.getBoundingClientRect();
    return bounds === undefined ? null : itemAt(clientX - bounds.left, clientY - bounds.top);
  };
  const follow = (item: Item | null | undefined) => {
    const link = item && linkOf(item);
    if (link) goTo(link);
  };
  const isMarked = ({ item }: Stop<Item>) => item === marked?.item;
  const at = Math.max(
    0,
    rows.findIndex((row) => row.some(isMarked)),
  );
  const row = rows[at] ?? [];
  const go = (stop: Stop<Item> | undefined) => {
    if (stop === undefined) return;
    setMarked({ item: stop.item, byKey: true });
    const wanted = stretchFor(stop, [from, to]);
    if (wanted !== null) show(wanted);
  };
  const step = (by: number) => go(stepFrom(row, marked?.item ?? null, by, [from, to]));
  const change = (by: number) => {
    const current = row.find(isMarked);
    if (current === undefined) step(0);
    else go(nearestTo(rows[at + by] ?? [], current));
  };
  const keys = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    ...(isStacked && { ArrowDown: () => change(1), ArrowUp: () => change(-1) }),
    Home: () => go(row[0]),
    End: () => go(row.at(-1)),
    '+': () => move(0, 0.5),
    '=': () => move(0, 0.5),
    '-': () => move(0, 2),
    '0': showAll,
    Enter: () => follow(marked?.item),
    Escape: () => setMarked(null),
  };
  return (
    <>
      <MapTools
        pan={(share) => move(share, 1)}
        scale={(times) => move(0, 1 / times)}
        whole={showAll}
        wholeTitle={props.wholeTitle}
        name={props.name}
        figure={props.figure}
        draw={(paper) => draw({ ...view, theme: paper }, null).scene}
      />
      <div class="map-canvas">
        <div class="map-frame" ref={frame}>
          <Canvas
            canvas={canvas}
            scene={scene}
            tabIndex={0}
            role="application"
            aria-roledescription={props.kind}
            aria-label={`${props.label}, plus and minus zoom, 0 shows all. The table below has the same.`}
            onMouseMove={(event) => {
              const item = pointed(event);
              if (item !== (marked?.item ?? null))
                setMarked(item === null ? null : { item, byKey: false });
              const isLink = item !== null && linkOf(item) !== null;
              event.currentTarget.classList.toggle('on-gene', isLink);
            }}
            onMouseLeave={() => setMarked(null)}
            onClick={(event) => {
              if (!event.defaultPrevented) follow(pointed(event));
            }}
            onKeyDown={keyPresses(keys)}
          />
        </div>
        {marked !== null &&
          box !== undefined &&
          props.tip(marked.item, {
            left: Math.min(Math.max(box.x1, 0), Math.max(0, width - 300)),
            top: box.y2 + 8,
          })}
      </div>
      <MapHint />
      <p class="unseen" role="status">
        {marked?.byKey === true && props.spoken(marked.item)}
      </p>
    </>
  );
}

interface Zoomed {
  readonly transform: { readonly x: number; readonly k: number };
  /** None where a button asked for it. */
  readonly sourceEvent?: { readonly type: string } | null;
}

const widths = new Map<string, number>();
let measuring: CanvasRenderingContext2D | null = null;

/** The width of a label in pixels, in the letters of maps. */
function labelWidth(text: string): number {
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

// Browsers refuse to change the address more often.
const leastMs = 400;

/**
 * Calls `act` at once, or after some time with the last value of those that come meanwhile; not once its part of the page
 * is gone.
 */
function usePaced<Value>(act: (value: Value) => void): (value: Value) => void {
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
