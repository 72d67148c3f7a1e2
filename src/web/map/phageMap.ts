/** The map of one genome as a scene: labels, genes, ruler, features, GC content and skew and, near enough, its bases. */
import type { Feature, Gene } from '../data/records.ts';
import { percentOf } from '../../text/values.ts';
import {
  featureLabels,
  geneNames,
  labelSize,
  type LabelState,
  laneHeight,
  noteLabels,
  noteLanes,
} from './labels.ts';
import { line, type Scene, type Shape, textAt, type Theme } from './scene.ts';
import {
  featureBars,
  featureBoxes,
  featureColor,
  geneArrows,
  geneBoxes,
  margin,
  marksIn,
  type Placement,
  ruler,
  toPixels,
  type View,
} from './track.ts';

// What a map shows of the bases of a genome: the share of G and C and their skew along it and, near enough, the bases themselves.

const trackHeight = 36;
const trackRoom = trackHeight + 20;

/** What is counted along a genome: its name, how, the value of the bases [from, to), null for none, and the usual value. */
export function tracksOfBases(sequence: string) {
  return [
    ['GC content', '', gcShare, gcShare(sequence, 0, sequence.length) ?? 0.5],
    ['GC skew', ', (G − C) / (G + C)', gcSkew, 0],
  ] as const;
}

/** What is counted in windows of the genome, as a line around a middle, on the scale that shows most. */
function trackOfBases(
  [title, formula, valueOf, middle]: ReturnType<typeof tracksOfBases>[number],
  sequence: string,
  view: View,
  y: number,
  theme: Theme,
): readonly Shape[] {
  const x = toPixels(view);
  const from = Math.max(0, Math.floor(view.from));
  const to = Math.min(sequence.length, Math.ceil(view.to));
  if (to <= from) return [];
  const step = Math.max(1, Math.round((to - from) / Math.max(50, (view.right - view.left) / 3)));
  const half = Math.max(step, 50);
  const found: (readonly [base: number, value: number])[] = [];
  for (let base = from; base <= to; base += step) {
    const value = valueOf(sequence, base - half, base + half);
    if (value !== null) found.push([base, value]);
  }
  const farthest = Math.max(0, ...found.map(([, value]) => Math.abs(value - middle)));
  // In steps, so that a line moves with the map and does not breathe.
  const reach = Math.max(1, Math.ceil(farthest * 20)) / 20;
  const level = (value: number) => y + (trackHeight / 2) * (1 - (value - middle) / reach);
  const points = found.flatMap(([base, value]) => [x(base), level(value)]);
  const label = `${title}${formula}: ${percentOf(middle - reach)} to ${percentOf(middle + reach)}, with a line at ${percentOf(middle)}`;
  return [
    line([view.left, level(middle), view.right, level(middle)], theme.line, 0.5),
    line(points, theme.accent, 1.25),
    textAt(view.left, y + trackHeight + 12, label, {
      size: 10,
      fill: theme.muted,
      anchor: 'start',
    }),
  ];
}

/** Null where a stretch has neither G nor C. */
export function gcSkew(sequence: string, from: number, to: number): number | null {
  let [gs, cs] = [0, 0];
  for (let at = Math.max(0, from); at < Math.min(sequence.length, to); at++) {
    const base = sequence[at];
    if (base === 'G') gs++;
    if (base === 'C') cs++;
  }
  return gs + cs === 0 ? null : (gs - cs) / (gs + cs);
}

/** Null where a stretch has none of the four bases. */
export function gcShare(sequence: string, from: number, to: number): number | null {
  let strong = 0;
  let known = 0;
  for (let at = Math.max(0, from); at < Math.min(sequence.length, to); at++) {
    const base = sequence[at];
    if (base === 'G' || base === 'C') strong++;
    if (base === 'A' || base === 'C' || base === 'G' || base === 'T') known++;
  }
  return known === 0 ? null : strong / known;
}

const basesSize = 11;

/** The bases in view, one letter each. */
function bases(sequence: string, view: View, y: number, theme: Theme): readonly Shape[] {
  const x = toPixels(view);
  const from = Math.max(0, Math.floor(view.from));
  const style = { size: basesSize, fill: theme.ink };
  return Array.from(sequence.slice(from, Math.ceil(view.to)), (text, index) =>
    textAt(x(from + index + 0.5), y, text, style),
  );
}

export interface PhageMapContent {
  readonly genes: readonly Gene[];
  readonly features: readonly Feature[];
  /** In bases. */
  readonly length: number;
  /** The bases in upper case; null where they are not there, or not yet. */
  readonly sequence: string | null;
  readonly colorOf: (gene: Gene) => string;
}

export interface PhageMapState extends LabelState {
  /** The feature that is pointed at or has the focus. */
  readonly markedFeature?: Feature | null;
}

const rowHeight = 26;
const leastBasePixels = 7;
const mostNear = 60;

/** How many bases are in view where a map is nearest: on a narrow screen fewer, so that they have room to be read. */
export function fewestBases(width: number): number {
  return Math.min(mostNear, Math.floor((width - 2 * margin) / (leastBasePixels + 1)));
}

/** A genome as it is on its own map. */
export function upright(length: number): Placement {
  return { length, isFlipped: false, shift: 0 };
}

export function phageMap(content: PhageMapContent, state: PhageMapState) {
  const { genes, features, length, sequence } = content;
  const { from, to, width, theme } = state;
  const view: View = { from, to, left: margin, right: width - margin };
  const placement = upright(length);
  const shapes: Shape[] = [];
  const geneTop = margin + noteLanes * laneHeight + 4;
  const boxes = geneBoxes(genes, placement, view, { y: geneTop, rowHeight });
  const middle = geneTop + rowHeight;
  const [start, end] = [toPixels(view)(0), toPixels(view)(length)];
  const ends = [Math.max(view.left, start), middle, Math.min(view.right, end), middle];
  const bottom = geneTop + 2 * rowHeight;
  const notesBeside = (isReverse: boolean, at: Parameters<typeof noteLabels>[3]) => {
    const ofStrand = boxes.filter(({ gene }) => gene.isReverse === isReverse);
    return noteLabels(ofStrand, view, state, at);
  };
  shapes.push(
    line(ends, theme.line),
    ...geneArrows(boxes, placement, { ...state, colorOf: content.colorOf }, 0.75),
    ...geneNames(boxes, content.colorOf, state, { size: labelSize, spare: 10 }),
    ...notesBeside(false, { laneY: (lane) => geneTop - 6 - lane * laneHeight, edge: geneTop + 2 }),
    ...notesBeside(true, { laneY: (lane) => bottom + 14 + lane * laneHeight, edge: bottom - 2 }),
  );
  let y = bottom + noteLanes * laneHeight + 12;
  const marks = marksIn(view, width).filter((mark) => mark >= 0 && mark <= length);
  shapes.push(...ruler(marks, view, y, theme));
  y += 26;
  const bars = featureBoxes(features, placement, view, { y, height: 10 });
  if (features.length > 0) {
    const marked = state.markedFeature ?? null;
    shapes.push(...featureBars(bars, marked, theme), ...featureLabels(bars, marked, view, state));
    y += 30;
  }
  if (sequence !== null && sequence.length > 0) {
    for (const track of tracksOfBases(sequence)) {
      shapes.push(...trackOfBases(track, sequence, view, y, theme));
      y += trackRoom;
    }
    const perBase = (view.right - view.left) / (to - from);
    if (perBase >= leastBasePixels) shapes.push(...bases(sequence, view, y + 8, theme));
    y += 16;
  }
  const scene: Scene = { width, height: y + margin / 2, background: theme.paper, shapes };
  return { scene, boxes, features: bars };
}

/** The types of features on the map with their colours, for a legend. */
export function featureLegend(features: readonly Feature[]) {
  const types = [...new Set(features.map(({ type }) => type))].sort((a, b) => (a < b ? -1 : 1));
  return types.map((type) => ({ color: featureColor(type), label: type }));
}
