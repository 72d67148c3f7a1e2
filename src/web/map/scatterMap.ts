/** Phages by the length of their genomes and their GC content, a dot each. */
import { dotsOf } from './dots.ts';
import { type DrawingSpace, line, type Scene, type Shape, textAt } from './scene.ts';

export interface Dot {
  readonly name: string;
  /** In bases. */
  readonly length: number;
  /** In percent. */
  readonly gc: number;
}

const height = 300;
const edge = { left: 60, right: 28, top: 12, bottom: 40 };
const letters = 11;
// For the length of a genome, on a narrow screen.
const roomForMark = 56;

export function scatterMap(dots: readonly Dot[], { width, theme }: DrawingSpace) {
  const right = width - edge.right;
  const bottom = height - edge.bottom;
  const room = Math.max(1, Math.floor((right - edge.left) / roomForMark));
  const [lengths, shares] = [
    axisOf(
      dots.map(({ length }) => length),
      Math.min(mostMarks, room),
    ),
    axisOf(dots.map((dot) => dot.gc)),
  ];
  const xOf = (length: number) =>
    edge.left + ((length - lengths.from) / (lengths.to - lengths.from)) * (right - edge.left);
  const yOf = (gc: number) =>
    bottom - ((gc - shares.from) / (shares.to - shares.from)) * (bottom - edge.top);
  const shapes: Shape[] = [
    line([edge.left, edge.top, edge.left, bottom, right, bottom], theme.line),
  ];
  const style = { fill: theme.muted, size: letters };
  for (const length of lengths.marks) {
    const text = `${(length / 1000).toLocaleString('en')} kb`;
    shapes.push(textAt(xOf(length), bottom + letters + 5, text, style));
    shapes.push(line([xOf(length), bottom, xOf(length), bottom + 4], theme.line));
  }
  for (const gc of shares.marks) {
    const text = `${gc.toLocaleString('en')} %`;
    shapes.push(textAt(edge.left - 7, yOf(gc) + letters / 3, text, { ...style, anchor: 'end' }));
    shapes.push(line([edge.left - 4, yOf(gc), edge.left, yOf(gc)], theme.line));
  }
  shapes.push(
    textAt((edge.left + right) / 2, height - 6, 'genome length', style),
    textAt(letters + 3, (edge.top + bottom) / 2, 'GC content', { ...style, isUpright: true }),
  );
  const drawn = dotsOf(dots, ({ length, gc }) => ({ x: xOf(length), y: yOf(gc) }), {
    fill: theme.accent,
    opacity: 0.75,
  });
  shapes.push(...drawn.shapes);
  const scene: Scene = { width, height, background: theme.paper, shapes };
  return { scene, spotAt: drawn.spotAt };
}

const mostMarks = 8;

/** An axis that holds all of the numbers, from and to a mark; marks are 1, 2 or 5 times a power of ten apart. */
export function axisOf(numbers: readonly number[], mostSteps = mostMarks) {
  let [least, most] = [Infinity, -Infinity];
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  const span = Math.max(most - least, Math.abs(most) / 100, 1e-9);
  const power = 10 ** Math.floor(Math.log10(span / mostSteps));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= mostSteps);
  const wide = step ?? span;
  const from = Math.floor(least / wide) * wide;
  const to = Math.max(Math.ceil(most / wide) * wide, from + wide);
  const count = Math.round((to - from) / wide);
  return { from, to, marks: Array.from({ length: count + 1 }, (_, at) => from + at * wide) };
}
