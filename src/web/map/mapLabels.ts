/** The labels of a genome map: names inside genes, notes beside them, and what its features are called. */
import type { Feature } from '../data/records.ts';
import { type Label, placeLabels } from './labels.ts';
import type { Shape, Theme } from './scene.ts';
import { type GeneBox, toPixels, type View } from './track.ts';

/** How many rows of notes stand on each side of the genes. */
export const lanes = 4;
export const laneHeight = 14;
const labelSize = 11;

export interface LabelState {
  /** In pixels. */
  readonly width: number;
  readonly theme: Theme;
  /** The GeneID that is pointed at or has the focus. */
  readonly marked: string | null;
  readonly widthOf: (text: string) => number;
}

/** The gene's name inside its arrow, where it fits. */
export function nameIn(
  { gene, x1, x2, y1, y2 }: GeneBox,
  fill: string,
  state: LabelState,
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

/** Notes with lines to their genes; none overlap. */
export function noteLabels(
  boxes: readonly GeneBox[],
  view: View,
  { theme, widthOf, marked }: LabelState,
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

export function featureLabels(
  features: readonly Feature[],
  view: View,
  y: number,
  { theme, widthOf }: LabelState,
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
