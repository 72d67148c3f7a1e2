/** Genomes below each other to look at, move in and point at. */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { compareMap, type CompareState, extentOf, type Track } from '../map/compareMap.ts';
import { goTo } from '../navigation.ts';
import { linkTo } from '../route.ts';
import { Canvas, labelWidth, Measured } from './canvas.tsx';
import { GeneTip } from './genomeMap.tsx';
import { moved } from '../map/track.ts';
import { MapHint, MapTools } from './mapTools.tsx';
import { useTheme } from './theme.ts';
import { plainText } from '../data/plainText.ts';

const margin = 12;
// While a map is dragged it is moved as it is, and drawn anew at rest, or after such a share of its width.
const mostMoved = 1 / 3;
const restMs = 120;

export interface CompareViewProps extends Pick<CompareState, 'labeling' | 'selection' | 'colorOf'> {
  readonly name: string;
  readonly label: string;
  readonly tracks: readonly Track[];
  /** The stretch that is shown at first; null for all. */
  readonly stretch?: readonly [number, number];
  readonly phagesOf: ((pham: number) => number) | null;
}

export function CompareView(props: CompareViewProps): JSX.Element {
  return <Measured>{(width) => <SizedView {...props} width={width} />}</Measured>;
}

function SizedView(props: CompareViewProps & { readonly width: number }): JSX.Element {
  const { tracks, labeling, selection, colorOf, phagesOf, width } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const behavior = useRef<ZoomBehavior<HTMLDivElement, unknown>>(null);
  const theme = useTheme();
  const [first, last] = props.stretch ?? extentOf(tracks);
  const [view, setView] = useState<readonly [number, number]>([first, last]);
  const [marked, setMarked] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');
  const inner = width - 2 * margin;
  const drawn = useRef(view);

  useEffect(() => {
    // The frame, since the canvas moves under the pointer.
    const element = frame.current;
    if (element === null) return undefined;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const draw = (wanted: readonly [number, number]) => {
      clearTimeout(resting);
      setView(moved(wanted));
    };
    const show = (wanted: readonly [number, number], isDragged: boolean) => {
      const [from, to] = drawn.current;
      const pixels = ((from - wanted[0]) / (to - from)) * inner;
      const isSameScale = Math.abs((wanted[1] - wanted[0]) / (to - from) - 1) < 1e-9;
      if (!isDragged || !isSameScale || Math.abs(pixels) > width * mostMoved) {
        draw(wanted);
        return;
      }
      if (canvas.current !== null) canvas.current.style.transform = `translateX(${pixels}px)`;
      clearTimeout(resting);
      resting = setTimeout(() => draw(wanted), restMs);
    };
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
      .on('zoom', ({ transform, sourceEvent }: Zoomed) => {
        const from =
          first + (((margin - transform.x) / transform.k - margin) / inner) * (last - first);
        show(
          [from, from + (last - first) / transform.k],
          sourceEvent?.type.endsWith('move') === true,
        );
      });
    behavior.current = zooming;
    const selected = select(element).call(zooming).on('dblclick.zoom', null);
    zooming.transform(selected, zoomIdentity);
    return () => {
      clearTimeout(resting);
      selected.on('.zoom', null);
    };
  }, [width, first, last]);

  const [from, to] = view;
  const shown = { from, to, width, labeling, selection, colorOf, widthOf: labelWidth };
  const map = useMemo(
    () => compareMap(tracks, { ...shown, theme, marked }),
    [tracks, view, width, theme, labeling, selection, colorOf, marked],
  );
  const markedBox = map.boxes.find(({ gene }) => gene.id === marked);
  // After the canvas has drawn it, and before it is seen.
  useLayoutEffect(() => {
    drawn.current = view;
    if (canvas.current !== null) canvas.current.style.transform = '';
  }, [map]);
  const geneAt = (event: MouseEvent) => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (bounds === undefined) return null;
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    return (
      map.boxes.find(({ x1, x2, y1, y2 }) => x >= x1 - 1 && x <= x2 + 1 && y >= y1 && y <= y2) ??
      null
    );
  };
  const scale = (times: number) => {
    // Where a gene has the focus it stays where it is.
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
    const scaled = (last - first) / (view[1] - view[0]);
    behavior.current?.translateBy(select(frame.current), pixels / scaled, 0);
  };
  const whole = () => {
    if (frame.current !== null) behavior.current?.transform(select(frame.current), zoomIdentity);
  };
  const step = (by: number, toTrack: number) => {
    const at = map.boxes.findIndex(({ gene }) => gene.id === marked);
    const current = map.boxes[at];
    const next =
      current === undefined
        ? map.boxes[0]
        : toTrack === 0
          ? map.boxes[at + by]
          : nearest(map.boxes, current.track + toTrack, (current.x1 + current.x2) / 2);
    if (next === undefined) return;
    setMarked(next.gene.id);
    setSpoken(plainText(`${next.gene.id}, ${next.gene.notes || 'no notes'}`));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => step(1, 0),
    ArrowLeft: () => step(-1, 0),
    ArrowDown: () => step(0, 1),
    ArrowUp: () => step(0, -1),
    '+': () => scale(2),
    '=': () => scale(2),
    '-': () => scale(0.5),
    '0': whole,
    Enter: () => {
      if (marked !== null) goTo(linkTo('gene', marked));
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
            aria-label={`${props.label} Arrow keys go from gene to gene and from genome to genome, Enter opens one, plus and minus zoom. The table below has the same.`}
            onMouseMove={(event) => {
              const hit = geneAt(event);
              setMarked(hit?.gene.id ?? null);
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

type Box = ReturnType<typeof compareMap>['boxes'][number];

function nearest(boxes: readonly Box[], track: number, x: number): Box | undefined {
  const distance = ({ x1, x2 }: Box) => Math.abs((x1 + x2) / 2 - x);
  return boxes
    .filter((box) => box.track === track)
    .reduce<Box | undefined>(
      (best, box) => (best === undefined || distance(box) < distance(best) ? box : best),
      undefined,
    );
}
