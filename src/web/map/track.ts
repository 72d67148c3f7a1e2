/** The shapes of one genome: genes as arrows to scale, forward above its line and reverse below. */
import { ticks } from 'd3-array';
import type { Feature, Gene } from '../data/records.ts';
import { blank } from './colors.ts';
import { corners, line, type Shape, textAt, type Theme } from './scene.ts';

/** The stretch that is in view, in bases, and the pixels that it fills. */
export type View = Readonly<{ from: number; to: number; left: number; right: number }>;

/** Between a map and its edges to the left and right, in pixels. */
export const margin = 12;

export function toPixels({ from, to, left, right }: View): (base: number) => number {
  const perBase = (right - left) / (to - from);
  return (base) => left + (base - from) * perBase;
}

export type Box = Readonly<{ x1: number; x2: number; y1: number; y2: number }>;

export interface GeneBox extends Box {
  readonly gene: Gene;
}

/** The box at a point, or so many pixels beside and above it; of several the last, which is drawn above the others. */
export function boxAt<Some extends Box>(
  boxes: readonly Some[],
  x: number,
  y: number,
  [beside, above]: readonly [number, number],
): Some | undefined {
  return boxes.findLast(
    ({ x1, x2, y1, y2 }) =>
      x >= x1 - beside && x <= x2 + beside && y >= y1 - above && y <= y2 + above,
  );
}

/** Where genes lie on a track: turned round and shifted as its reader wants it. */
export interface Placement {
  /** Bases; 0 where it is not known. */
  readonly length: number;
  readonly isFlipped: boolean;
  /** By how many bases it is moved to the right. */
  readonly shift: number;
  /** Whether a gene through the origin goes on behind the end, in one; else it has a part at each end. */
  readonly runsOn?: boolean;
}

/** What has a place on a genome: a gene or a feature. */
export type Placed = Pick<Gene, 'isReverse' | 'start' | 'stop'>;

export type Span = Readonly<{ from: number; to: number; pointsLeft: boolean }>;

/**
 * Where a gene or feature lies along the track, and whether it points to the left there. One that stops before it starts
 * runs through the origin and has two spans, unless the track runs on: that of its start comes first.
 */
export function spansOn(
  { length, isFlipped, shift, runsOn }: Placement,
  { start, stop, isReverse }: Placed,
): readonly [Span, ...Span[]] {
  const spanOf = (low: number, high: number): Span =>
    isFlipped
      ? { from: length - high + shift, to: length - low + shift, pointsLeft: !isReverse }
      : { from: low + shift, to: high + shift, pointsLeft: isReverse };
  if (start <= stop) return [spanOf(start, stop)];
  const end = Math.max(start, length);
  return runsOn === true ? [spanOf(start, end + stop)] : [spanOf(start, end), spanOf(0, stop)];
}

const headPixels = 7;
const leastPixels = 1.5;

/** The boxes of the genes in view, forward in the row at `y`, reverse in the row below. */
export function geneBoxes(
  genes: readonly Gene[],
  placement: Placement,
  view: View,
  { y, rowHeight }: { readonly y: number; readonly rowHeight: number },
): readonly GeneBox[] {
  const x = toPixels(view);
  const boxes: GeneBox[] = [];
  for (const gene of genes) {
    for (const { from, to, pointsLeft } of spansOn(placement, gene)) {
      if (to < view.from || from > view.to) continue;
      const x1 = x(from);
      const y1 = pointsLeft ? y + rowHeight : y;
      boxes.push({ gene, x1, x2: Math.max(x(to), x1 + leastPixels), y1, y2: y1 + rowHeight });
    }
  }
  return boxes;
}

/** Genes as arrows that fill their boxes and point where they are read to; `marked` is the GeneID of one to stand out. */
export function geneArrows(
  boxes: readonly GeneBox[],
  placement: Placement,
  {
    colorOf,
    theme,
    marked,
  }: { colorOf: (gene: Gene) => string; theme: Theme; marked: string | null },
  strokeWidth: number,
): readonly Shape[] {
  return boxes.map(({ gene, x1, x2, y1, y2 }) => {
    const head = Math.min(headPixels, (x2 - x1) / 2);
    const [top, bottom, middle] = [y1 + 2, y2 - 2, (y1 + y2) / 2];
    const points = spansOn(placement, gene)[0].pointsLeft
      ? [x1, middle, x1 + head, top, x2, top, x2, bottom, x1 + head, bottom]
      : [x1, top, x2 - head, top, x2, middle, x2 - head, bottom, x1, bottom];
    const look = lookOf(colorOf(gene), gene.id === marked, theme, strokeWidth);
    return { kind: 'polygon', points, ...look };
  });
}

/** Fill and outline of a gene; one that is marked stands out. */
export function lookOf(
  color: string,
  isMarked: boolean,
  { paper, muted, accent }: Theme,
  strokeWidth: number,
) {
  const isBlank = color === blank;
  const fill = isBlank ? paper : color;
  if (isMarked) return { fill, stroke: accent, strokeWidth: 2.5 };
  return { fill, stroke: isBlank ? muted : '#33404d', strokeWidth };
}

const featureColors: Readonly<Record<string, string>> = {
  tRNA: '#c2185b',
  tmRNA: '#8e24aa',
  rRNA: '#5e35b1',
  CRISPR: '#6d4c41',
  repeat: '#757575',
};

export function featureColor(type: string): string {
  return featureColors[type] ?? '#455a64';
}

export interface FeatureBox extends Box {
  readonly feature: Feature;
}

/** The boxes of the features in view, on a lane of their own. */
export function featureBoxes(
  features: readonly Feature[],
  placement: Placement,
  view: View,
  { y, height }: { readonly y: number; readonly height: number },
): readonly FeatureBox[] {
  const x = toPixels(view);
  return features.flatMap((feature) =>
    spansOn(placement, feature).flatMap(({ from, to }): readonly FeatureBox[] => {
      if (to < view.from || from > view.to) return [];
      const x1 = x(from);
      return [{ feature, x1, x2: Math.max(x(to), x1 + 2), y1: y, y2: y + height }];
    }),
  );
}

export function featureBars(boxes: readonly FeatureBox[], marked: Feature | null, theme: Theme) {
  return boxes.map(({ feature, x1, x2, y1, y2 }): Shape => {
    const points = corners(x1, y1, x2, y2);
    const bar = { kind: 'polygon', points, fill: featureColor(feature.type) } as const;
    return feature === marked ? { ...bar, stroke: theme.accent, strokeWidth: 2.5 } : bar;
  });
}

// In pixels.
const nearEnd = 14;

/** A ruler with marks at round numbers; in kilobases where these are thousands. */
export function ruler(marks: readonly number[], view: View, y: number, theme: Theme) {
  const x = toPixels(view);
  const inBases = marks.some((mark) => mark % 100 !== 0);
  const shapes = marks.flatMap((mark): readonly Shape[] => {
    const at = x(mark);
    const amount = inBases ? mark.toLocaleString('en') : `${mark / 1000} kb`;
    const text = amount.replace('-', '−');
    // At an end, half of it would stand outside the drawing.
    const anchor =
      at - view.left < nearEnd ? 'start' : view.right - at < nearEnd ? 'end' : 'middle';
    return [
      line([at, y, at, y + 5], theme.line),
      textAt(at, y + 17, text, { size: 11, fill: theme.muted, anchor }),
    ];
  });
  return [line([view.left, y, view.right, y], theme.line), ...shapes];
}

export function marksIn({ from, to }: View, width: number): readonly number[] {
  return ticks(from, to, Math.max(2, Math.floor(width / 90)));
}
