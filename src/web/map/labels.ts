/** The labels of a map: names inside genes, notes beside them, what features are called, and where no two overlap. */
import type { Feature, Gene } from '../data/records.ts';
import { blank } from './colors.ts';
import { corners, line, type Shape, textAt, type Theme } from './scene.ts';
import type { FeatureBox, GeneBox, View } from './track.ts';

/** How many rows of notes stand on each side of the genes. */
export const noteLanes = 4;
export const laneHeight = 14;
export const labelSize = 11;

/** The stretch of a map in view, in bases, and what it is drawn on. */
export interface MapView {
  readonly from: number;
  readonly to: number;
  /** In pixels. */
  readonly width: number;
  readonly theme: Theme;
  readonly widthOf: (text: string) => number;
}

export interface LabelState extends MapView {
  /** The GeneID that is pointed at or has the focus. */
  readonly marked: string | null;
}

/** Names inside arrows, where they fit: each where its gene is seen, and so on no other that is drawn over it. */
export function geneNames(
  boxes: readonly GeneBox[],
  colorOf: (gene: Gene) => string,
  { width, widthOf, theme }: Pick<LabelState, 'theme' | 'width' | 'widthOf'>,
  { size, spare }: { readonly size: number; readonly spare: number },
): readonly Shape[] {
  return boxes.flatMap((box, at): readonly Shape[] => {
    const { gene, x1, x2, y1, y2 } = box;
    const needed = widthOf(gene.name) + spare;
    if (gene.name === '' || needed > x2 - x1) return [];
    const [left, right] = seenPart(boxes, box, at, width);
    if (needed > right - left) return [];
    const color = colorOf(gene);
    const fill = color === blank ? theme.ink : inkOn(color);
    const baseline = (y1 + y2) / 2 + size * 0.36;
    return [textAt((left + right) / 2, baseline, gene.name, { size, fill })];
  });
}

/** The widest part of a box in a drawing on which no later one lies. Boxes are in order of where they begin. */
function seenPart(boxes: readonly GeneBox[], { x1, x2, y1 }: GeneBox, at: number, width: number) {
  const above: GeneBox[] = [];
  for (let next = at + 1; next < boxes.length; next++) {
    const other = boxes[next];
    if (other === undefined || other.y1 !== y1) continue;
    if (other.x1 >= x2 || other.x2 <= x1) break;
    above.push(other);
  }
  const [first, last] = [Math.max(x1, 0), Math.min(x2, width)];
  let widest: readonly [number, number] = [first, first];
  let from = first;
  const parts = above.sort((a, b) => a.x1 - b.x1).map((box) => [box.x1, box.x2] as const);
  for (const [start, stop] of [...parts, [last, last] as const]) {
    if (Math.min(start, last) - from > widest[1] - widest[0])
      widest = [from, Math.min(start, last)];
    from = Math.max(from, stop);
  }
  return widest;
}

/** The colour of letters that can be read best on a colour. */
export function inkOn(color: string): string {
  return isDark(color) ? '#ffffff' : '#10181f';
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

/** What genes do, above or below the middle of what is seen of each; the marked gene gets its place first. */
export function notesOf(
  boxes: readonly GeneBox[],
  { left, right }: View,
  { marked, widthOf }: Pick<LabelState, 'marked' | 'widthOf'>,
  { lanes, letters }: { readonly lanes: number; readonly letters: number },
): readonly PlacedLabel[] {
  const labels = boxes.flatMap(({ gene, x1, x2 }): readonly Label[] => {
    const text = labelOf(gene, letters);
    if (text === '') return [];
    const weight = gene.id === marked ? Infinity : Math.abs(gene.stop - gene.start);
    return [{ text, x: (Math.max(x1, left) + Math.min(x2, right)) / 2, weight }];
  });
  return placeLabels(labels, lanes, [left, right], widthOf);
}

/** Notes with lines to their genes; none overlap, and no line is drawn through a note. */
export function noteLabels(
  boxes: readonly GeneBox[],
  view: View,
  state: LabelState,
  at: { readonly laneY: (lane: number) => number; readonly edge: number },
): readonly Shape[] {
  const { theme, widthOf } = state;
  const placed = notesOf(boxes, view, state, { lanes: noteLanes, letters: mostLetters });
  // All lines first: one to a lane further out would run through a note that stands already.
  return [
    ...placed.map(({ label, lane }) => {
      const end = at.laneY(lane) + (lane === 0 ? 2 : 0);
      return line([label.x, at.edge, label.x, end], theme.line, 0.5);
    }),
    ...placed.flatMap(({ label: { text }, x, lane }): readonly Shape[] => {
      const [baseline, reach] = [at.laneY(lane), widthOf(text) / 2 + 2];
      // Covers the lines to labels further out.
      const points = corners(x - reach, baseline - 10, x + reach, baseline + 3);
      return [
        { kind: 'polygon', points, fill: theme.paper },
        textAt(x, baseline, text, { size: labelSize, fill: theme.ink }),
      ];
    }),
  ];
}

/** What a map says of a gene: its notes without their category, or nothing where these say nothing. */
export function labelOf({ notes }: Gene, letters: number): string {
  const text = shortened(notes.replace(/\s*\[[^\][]*\]$/, ''), letters);
  return /^hypothetical protein$/i.test(text) ? '' : text;
}

/** What features are called, below their bars; `marked` gets its place first. */
export function featureLabels(
  boxes: readonly FeatureBox[],
  marked: Feature | null,
  view: View,
  { theme, widthOf }: LabelState,
): readonly Shape[] {
  const [box] = boxes;
  if (box === undefined) return [];
  const labels = boxes.map(({ feature, x1, x2 }) => ({
    text: shortened(feature.name === '' ? feature.type : feature.name, 20),
    x: (Math.max(x1, view.left) + Math.min(x2, view.right)) / 2,
    weight: feature === marked ? 1 : 0,
  }));
  return placeLabels(labels, 1, [view.left, view.right], widthOf).map(({ label, x }) =>
    textAt(x, box.y2 + labelSize, label.text, { size: labelSize, fill: theme.ink }),
  );
}

export interface Label {
  readonly text: string;
  /** Where it would stand best, in pixels. */
  readonly x: number;
  /** Labels of greater weight get their place first. */
  readonly weight: number;
}

export interface PlacedLabel {
  readonly label: Label;
  /** Its middle. */
  readonly x: number;
  /** 0 is nearest to the track. */
  readonly lane: number;
}

const gapPixels = 8;

/**
 * Gives each label the lowest lane in which it is free between `left` and `right`; a label without a free place is left
 * out. The order of the result is that of `labels`.
 */
export function placeLabels(
  labels: readonly Label[],
  lanes: number,
  [left, right]: readonly [number, number],
  widthOf: (text: string) => number,
): readonly PlacedLabel[] {
  const taken: [number, number][][] = Array.from({ length: lanes }, () => []);
  const placed = new Map<Label, PlacedLabel>();
  for (const label of [...labels].sort((a, b) => b.weight - a.weight)) {
    const half = widthOf(label.text) / 2 + gapPixels / 2;
    if (label.x < left || label.x > right || 2 * half > right - left) continue;
    const x = Math.min(Math.max(label.x, left + half), right - half);
    const lane = taken.findIndex((spans) =>
      spans.every(([from, to]) => x + half <= from || x - half >= to),
    );
    if (lane === -1) continue;
    taken[lane]?.push([x - half, x + half]);
    placed.set(label, { label, x, lane });
  }
  return labels.flatMap((label) => placed.get(label) ?? []);
}
