/** Two genomes against each other: a line wherever both have the same bases, the other way round in another colour. */
import type { Match } from '../data/dotPlot.ts';
import { axisOf } from './scatterMap.ts';
import { type DrawingSpace, line, type Scene, type Shape, textAt } from './scene.ts';

export interface DotPlot {
  readonly names: readonly [first: string, second: string];
  readonly lengths: readonly [first: number, second: number];
  readonly matches: readonly Match[];
}

const edge = { left: 72, right: 26, top: 10, bottom: 44 };
const letters = 11;
const mostLetterWidth = 8;
const mostHeight = 560;
export const reversedColor = '#d95f02';

export function dotPlotMap(
  { names, lengths: [across, down], matches }: DotPlot,
  { width, theme }: DrawingSpace,
): Scene {
  // To one scale, so that a diagonal is one.
  const perBase = Math.min(
    (width - edge.left - edge.right) / across,
    (mostHeight - edge.top - edge.bottom) / down,
  );
  const xOf = (base: number) => edge.left + base * perBase;
  const yOf = (base: number) => edge.top + base * perBase;
  const [right, bottom] = [xOf(across), yOf(down)];
  const style = { fill: theme.muted, size: letters };
  const shapes: Shape[] = [
    line(
      [edge.left, edge.top, right, edge.top, right, bottom, edge.left, bottom, edge.left, edge.top],
      theme.line,
    ),
  ];
  const marksOf = (length: number) => axisOf([0, length]).marks.filter((mark) => mark <= length);
  const textOf = (base: number) => `${(base / 1000).toLocaleString('en')} kb`;
  for (const mark of marksOf(across))
    shapes.push(textAt(xOf(mark), bottom + letters + 5, textOf(mark), style));
  for (const mark of marksOf(down))
    shapes.push(textAt(edge.left - 6, yOf(mark) + 4, textOf(mark), { ...style, anchor: 'end' }));
  const named = { ...style, fill: theme.ink };
  // A name may be longer than a short genome beside a long one.
  const room = Math.ceil(names[1].length * mostLetterWidth);
  const middle = Math.max((edge.top + bottom) / 2, room / 2);
  shapes.push(
    textAt((edge.left + right) / 2, bottom + 34, names[0], named),
    textAt(letters + 3, middle, names[1], { ...named, isUpright: true }),
  );
  for (const { first, second, length, isReversed } of matches) {
    const end = isReversed ? second - length : second + length;
    const points = [xOf(first), yOf(second), xOf(first + length), yOf(end)];
    shapes.push(line(points, isReversed ? reversedColor : theme.accent, 1.5));
  }
  return {
    width: Math.ceil(right + edge.right),
    height: Math.max(room, Math.ceil(bottom + edge.bottom)),
    background: theme.paper,
    shapes,
  };
}
