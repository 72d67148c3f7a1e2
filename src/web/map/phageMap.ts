/** The map of one genome as a scene: labels, genes, ruler, features, GC content and, near enough, its bases. */
import { ticks } from 'd3-array';
import type { Feature, Gene } from '../data/records.ts';
import { type Label, placeLabels } from './labels.ts';
import type { Scene, Shape, Theme } from './scene.ts';
import {
  featureBars,
  featureColor,
  geneArrow,
  type GeneBox,
  geneBoxes,
  ruler,
  toPixels,
  type View,
} from './track.ts';

export interface PhageMapContent {
  /** In order of position. */
  readonly genes: readonly Gene[];
  readonly features: readonly Feature[];
  /** In bases. */
  readonly length: number;
  /** The bases in upper case; null where they are not there, or not yet. */
  readonly sequence: string | null;
  readonly colorOf: (gene: Gene) => string;
}

export interface PhageMapState {
  /** The stretch in view, in bases. */
  readonly from: number;
  readonly to: number;
  /** In pixels. */
  readonly width: number;
  readonly theme: Theme;
  /** The GeneID that is pointed at or has the focus. */
  readonly marked: string | null;
  readonly widthOf: (text: string) => number;
}

export interface PhageMap {
  readonly scene: Scene;
  readonly boxes: readonly GeneBox[];
  readonly view: View;
}

const margin = 12;
const lanes = 4;
const laneHeight = 14;
const rowHeight = 26;
const labelSize = 11;
const leastBasePixels = 7;

export function phageMap(content: PhageMapContent, state: PhageMapState): PhageMap {
  const { genes, features, length, sequence } = content;
  const { from, to, width, theme } = state;
  const view: View = { from, to, left: margin, right: width - margin };
  const placement = { length, isFlipped: false, shift: 0 };
  const shapes: Shape[] = [];
  const geneTop = margin + lanes * laneHeight + 4;
  const boxes = geneBoxes(genes, placement, view, { y: geneTop, rowHeight });
  const middle = geneTop + rowHeight;
  shapes.push({
    kind: 'line',
    points: [
      Math.max(view.left, toPixels(view)(0)),
      middle,
      Math.min(view.right, toPixels(view)(length)),
      middle,
    ],
    stroke: theme.line,
    strokeWidth: 1,
  });
  for (const box of boxes) {
    const isMarked = box.gene.id === state.marked;
    shapes.push(
      geneArrow(box, box.gene.isReverse, {
        fill: content.colorOf(box.gene),
        stroke: isMarked ? theme.accent : '#33404d',
        strokeWidth: isMarked ? 2.5 : 0.75,
      }),
      ...nameIn(box, content.colorOf(box.gene), state),
    );
  }
  shapes.push(
    ...noteLabels(
      boxes.filter(({ gene }) => !gene.isReverse),
      view,
      state,
      {
        laneY: (lane) => geneTop - 6 - lane * laneHeight,
        edge: geneTop + 2,
      },
    ),
    ...noteLabels(
      boxes.filter(({ gene }) => gene.isReverse),
      view,
      state,
      {
        laneY: (lane) => geneTop + 2 * rowHeight + 14 + lane * laneHeight,
        edge: geneTop + 2 * rowHeight - 2,
      },
    ),
  );
  let y = geneTop + 2 * rowHeight + lanes * laneHeight + 12;
  const marks = ticks(from, to, Math.max(2, Math.floor(width / 90))).filter(
    (mark) => mark >= 0 && mark <= length,
  );
  shapes.push(...ruler(marks, view, y, theme));
  y += 26;
  if (features.length > 0) {
    shapes.push(...featureBars(features, placement, view, { y, height: 10 }));
    shapes.push(...featureLabels(features, view, y + 21, state));
    y += 30;
  }
  if (sequence !== null && sequence.length > 0) {
    shapes.push(...gcLine(sequence, view, y, theme));
    y += gcHeight + 20;
    const perBase = (view.right - view.left) / (to - from);
    if (perBase >= leastBasePixels) shapes.push(...bases(sequence, view, y + 8, state));
    y += 16;
  }
  return { scene: { width, height: y + margin / 2, background: theme.paper, shapes }, boxes, view };
}

/** The gene's name inside its arrow, where it fits. */
function nameIn(
  { gene, x1, x2, y1, y2 }: GeneBox,
  fill: string,
  state: PhageMapState,
): readonly Shape[] {
  const [left, right] = [Math.max(x1, 0), Math.min(x2, state.width)];
  if (gene.name === '' || state.widthOf(gene.name) + 10 > right - left) return [];
  return [
    {
      kind: 'text',
      x: (left + right) / 2,
      y: (y1 + y2) / 2 + 4,
      text: gene.name,
      size: labelSize,
      fill: isDark(fill) ? '#ffffff' : '#10181f',
      anchor: 'middle',
    },
  ];
}

/** Whether white can be read on a colour better than black. */
export function isDark(color: string): boolean {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return (
    0.2126 * channel(1) ** 2.2 + 0.7152 * channel(3) ** 2.2 + 0.0722 * channel(5) ** 2.2 < 0.18
  );
}

const mostLetters = 40;

export function shortened(text: string, letters = mostLetters): string {
  const characters = [...text];
  return characters.length <= letters ? text : `${characters.slice(0, letters - 1).join('')}…`;
}

function noteLabels(
  boxes: readonly GeneBox[],
  view: View,
  { theme, widthOf, marked }: PhageMapState,
  at: { readonly laneY: (lane: number) => number; readonly edge: number },
): readonly Shape[] {
  const labels = boxes.flatMap(({ gene, x1, x2 }): readonly Label[] => {
    const text = shortened(gene.notes.replace(/\s*\[[^\][]*\]$/, ''));
    if (text === '' || /^hypothetical protein$/i.test(text)) return [];
    const weight = gene.id === marked ? Infinity : Math.abs(gene.stop - gene.start);
    return [{ text, x: (Math.max(x1, view.left) + Math.min(x2, view.right)) / 2, weight }];
  });
  return placeLabels(labels, lanes, [view.left, view.right], widthOf).flatMap(
    ({ label, x, lane }): readonly Shape[] => [
      {
        kind: 'line',
        points: [label.x, at.edge, label.x, at.laneY(lane) + (lane === 0 ? 2 : 0)],
        stroke: theme.line,
        strokeWidth: 0.5,
      },
      {
        kind: 'polygon',
        points: boxAround(x, at.laneY(lane), widthOf(label.text)),
        fill: theme.paper,
      },
      {
        kind: 'text',
        x,
        y: at.laneY(lane),
        text: label.text,
        size: labelSize,
        fill: theme.ink,
        anchor: 'middle',
      },
    ],
  );
}

/** Covers the leaders of labels further out. */
function boxAround(x: number, baseline: number, width: number): readonly number[] {
  const [left, right, top, bottom] = [
    x - width / 2 - 2,
    x + width / 2 + 2,
    baseline - 10,
    baseline + 3,
  ];
  return [left, top, right, top, right, bottom, left, bottom];
}

function featureLabels(
  features: readonly Feature[],
  view: View,
  y: number,
  { theme, widthOf }: PhageMapState,
): readonly Shape[] {
  const x = toPixels(view);
  const labels = features.map(({ name, type, start, stop }) => ({
    text: shortened(name === '' ? type : name, 20),
    x: x((start + stop) / 2),
    weight: 0,
  }));
  return placeLabels(labels, 1, [view.left, view.right], widthOf).map(({ label, x: at }) => ({
    kind: 'text',
    x: at,
    y,
    text: label.text,
    size: labelSize,
    fill: theme.ink,
    anchor: 'middle',
  }));
}

const gcHeight = 40;

/** The share of G and C in windows of the genome, as a line between 20 and 80 %. */
function gcLine(sequence: string, view: View, y: number, theme: Theme): readonly Shape[] {
  const x = toPixels(view);
  const from = Math.max(0, Math.floor(view.from));
  const to = Math.min(sequence.length, Math.ceil(view.to));
  if (to <= from) return [];
  const step = Math.max(1, Math.round((to - from) / Math.max(50, (view.right - view.left) / 3)));
  const half = Math.max(step, 50);
  const points: number[] = [];
  for (let base = from; base <= to; base += step) {
    const share = gcShare(sequence, base - half, base + half);
    if (share === null) continue;
    const level = Math.min(Math.max((share - 0.2) / 0.6, 0), 1);
    points.push(x(base), y + gcHeight * (1 - level));
  }
  const middle = y + gcHeight / 2;
  return [
    {
      kind: 'line',
      points: [view.left, middle, view.right, middle],
      stroke: theme.line,
      strokeWidth: 0.5,
    },
    { kind: 'line', points, stroke: theme.accent, strokeWidth: 1.25 },
    {
      kind: 'text',
      x: view.left,
      y: y + gcHeight + 11,
      text: 'GC content from 20 to 80 %, with a line at 50 %',
      size: 10,
      fill: theme.muted,
      anchor: 'start',
    },
  ];
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

function bases(
  sequence: string,
  view: View,
  y: number,
  { theme }: PhageMapState,
): readonly Shape[] {
  const x = toPixels(view);
  const from = Math.max(0, Math.floor(view.from));
  return Array.from(sequence.slice(from, Math.ceil(view.to)), (text, index) => ({
    kind: 'text',
    x: x(from + index + 0.5),
    y,
    text,
    size: labelSize,
    fill: theme.ink,
    anchor: 'middle',
  }));
}

/** The types of features on the map with their colours, for a legend. */
export function featureLegend(
  features: readonly Feature[],
): readonly { color: string; label: string }[] {
  const types = [...new Set(features.map(({ type }) => type))].sort((a, b) => (a < b ? -1 : 1));
  return types.map((type) => ({ color: featureColor(type), label: type }));
}
