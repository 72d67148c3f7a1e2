/** The map of a genome to look at, move in and point at, by mouse, touch and keyboard. */
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity } from 'd3-zoom';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Gene } from '../data/records.ts';
import { phageMap, type PhageMapContent } from '../map/phageMap.ts';
import { moved } from '../map/track.ts';
import { goTo, setChoices } from '../navigation.ts';
import { linkTo } from '../route.ts';
import { Canvas, labelWidth, Measured } from './canvas.tsx';
import { countOf, formatCount } from './files.ts';
import { MapHint, MapTools } from './mapTools.tsx';
import { useTheme } from './theme.ts';
import { plainText } from '../data/plainText.ts';

const margin = 12;
const leastBases = 60;

export interface GenomeMapProps {
  readonly name: string;
  readonly content: PhageMapContent;
  /** The stretch that the address asks for, in bases; null for all. */
  readonly stretch: readonly [number, number] | null;
  /** How many phages have a family; null while that is not known. */
  readonly phagesOf: ((pham: number) => number) | null;
}

export function GenomeMap(props: GenomeMapProps): JSX.Element {
  return <Measured>{(width) => <SizedMap {...props} width={width} />}</Measured>;
}

function SizedMap({
  name,
  content,
  stretch,
  phagesOf,
  width,
}: GenomeMapProps & { readonly width: number }): JSX.Element {
  const { length, genes } = content;
  const canvas = useRef<HTMLCanvasElement>(null);
  const behavior = useRef<ZoomBehavior<HTMLCanvasElement, unknown>>(null);
  const theme = useTheme();
  const [view, setView] = useState<readonly [number, number]>(stretch ?? [0, length]);
  const [marked, setMarked] = useState<{ readonly id: string; readonly byKey: boolean } | null>(
    null,
  );
  const shown = { from: view[0], to: view[1], width, widthOf: labelWidth };
  const map = useMemo(
    () => phageMap(content, { ...shown, theme, marked: marked?.id ?? null }),
    [content, view, width, theme, marked],
  );

  const inner = width - 2 * margin;
  const transformOf = ([from, to]: readonly [number, number]) => {
    const scale = length / (to - from);
    return zoomIdentity
      .translate(margin - scale * (margin + (from / length) * inner), 0)
      .scale(scale);
  };
  const show = (wanted: readonly [number, number]) => {
    const element = canvas.current;
    if (element === null || behavior.current === null) return;
    behavior.current.transform(select(element), transformOf(bounded(wanted, length)));
  };

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const zooming = zoom<HTMLCanvasElement, unknown>()
      .extent([
        [0, 0],
        [width, 100],
      ])
      .translateExtent([
        [0, 0],
        [width, 100],
      ])
      .scaleExtent([1, Math.max(1, length / leastBases)])
      // A wheel alone moves the page, as everywhere.
      .filter((event: MouseEvent) =>
        event.type === 'wheel'
          ? event.ctrlKey || event.metaKey
          : event.button === 0 || event.button === undefined,
      )
      .on('zoom', ({ transform }: { transform: { x: number; k: number } }) => {
        const first = (margin - transform.x) / transform.k;
        const from = ((first - margin) / inner) * length;
        setView(moved(bounded([from, from + length / transform.k], length)));
      })
      .on('end', ({ sourceEvent }: { sourceEvent: unknown }) => {
        if (sourceEvent !== null && sourceEvent !== undefined) writeStretch.current();
      });
    behavior.current = zooming;
    const selected = select(element).call(zooming).on('dblclick.zoom', null);
    zooming.transform(selected, transformOf(view));
    return () => {
      selected.on('.zoom', null);
    };
  }, [width, length]);

  const writeStretch = useRef(() => {});
  writeStretch.current = () => {
    const isWhole = view[0] <= 0 && view[1] >= length;
    setChoices({
      from: isWhole ? null : String(Math.round(view[0])),
      to: isWhole ? null : String(Math.round(view[1])),
    });
  };
  const move = (by: number, times: number) => {
    const span = Math.max((view[1] - view[0]) * times, leastBases);
    // Where a gene has the focus it stays where it is.
    const gene = times === 1 ? undefined : genes.find(({ id }) => id === marked?.id);
    const still = gene === undefined ? (view[0] + view[1]) / 2 : (gene.start + gene.stop) / 2;
    const from = still - ((still - view[0]) / (view[1] - view[0])) * span + by * span;
    show([from, from + span]);
    setTimeout(() => writeStretch.current(), 0);
  };
  const geneAt = (event: MouseEvent): Gene | null => {
    const element = canvas.current;
    if (element === null) return null;
    const bounds = element.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const hit = map.boxes.find(
      ({ x1, x2, y1, y2 }) => x >= x1 - 1 && x <= x2 + 1 && y >= y1 && y <= y2,
    );
    return hit?.gene ?? null;
  };
  const step = (by: number) => {
    const at = genes.findIndex(({ id }) => id === marked?.id);
    const inView = map.boxes[0] === undefined ? 0 : genes.indexOf(map.boxes[0].gene);
    const next = genes[at === -1 ? inView : Math.min(Math.max(at + by, 0), genes.length - 1)];
    if (next === undefined) return;
    setMarked({ id: next.id, byKey: true });
    if (next.start < view[0] || next.stop > view[1]) {
      const span = view[1] - view[0];
      const middle = (next.start + next.stop) / 2;
      show([middle - span / 2, middle + span / 2]);
    }
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    '+': () => move(0, 0.5),
    '=': () => move(0, 0.5),
    '-': () => move(0, 2),
    '0': () => show([0, length]),
    Home: () => setMarked(genes[0] === undefined ? null : { id: genes[0].id, byKey: true }),
    Enter: () => {
      if (marked !== null) goTo(linkTo('gene', marked.id));
    },
    Escape: () => setMarked(null),
  };
  const markedBox = map.boxes.find(({ gene }) => gene.id === marked?.id);
  return (
    <>
      <MapTools
        pan={(share) => move(share, 1)}
        scale={(times) => move(0, 1 / times)}
        whole={() => {
          show([0, length]);
          setChoices({ from: null, to: null });
        }}
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
          aria-label={`Map of ${name}: ${formatCount(genes.length)} genes on ${formatCount(length)} bases. Arrow keys go from gene to gene, Enter opens one, plus and minus zoom. The table below has the same.`}
          onMouseMove={(event) => {
            const gene = geneAt(event);
            if (gene?.id !== marked?.id) {
              setMarked(gene === null ? null : { id: gene.id, byKey: false });
            }
            event.currentTarget.classList.toggle('on-gene', gene !== null);
          }}
          onMouseLeave={() => setMarked(null)}
          onClick={(event) => {
            const gene = geneAt(event);
            if (gene !== null && !event.defaultPrevented) goTo(linkTo('gene', gene.id));
          }}
          onKeyDown={(event) => {
            const act =
              event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
            if (act === undefined) return;
            event.preventDefault();
            act();
          }}
        />
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
        {marked?.byKey === true && markedBox !== undefined
          ? plainText(`${markedBox.gene.id}, ${markedBox.gene.notes || 'no notes'}`)
          : ''}
      </p>
    </>
  );
}

function bounded([from, to]: readonly [number, number], length: number): readonly [number, number] {
  const span = Math.min(Math.max(to - from, Math.min(leastBases, length)), length);
  const first = Math.min(Math.max(from, 0), length - span);
  return [first, first + span];
}

export function GeneTip({
  gene,
  phagesOf,
  left,
  top,
}: {
  readonly gene: Gene;
  readonly phagesOf: ((pham: number) => number) | null;
  readonly left: number;
  readonly top: number;
}): JSX.Element {
  const phages = gene.pham === null || phagesOf === null ? null : phagesOf(gene.pham);
  return (
    <div class="tip" style={{ left: `${left}px`, top: `${top}px` }} aria-hidden="true">
      <strong>{gene.name === '' ? gene.id : `Gene ${gene.name}`}</strong>{' '}
      <span class="muted">{gene.id}</span>
      <br />
      {plainText(gene.notes) || 'no notes'}
      <br />
      <span class="muted">
        {formatCount(gene.start + 1)} to {formatCount(gene.stop)},{' '}
        {gene.isReverse ? 'reverse' : 'forward'}, {formatCount(gene.translation.length)} aa
        {gene.pham === null ? '' : `, family ${gene.pham}`}
        {phages === null || phages === 0 ? '' : ` in ${countOf(phages, 'phage')}`}
      </span>
    </div>
  );
}
