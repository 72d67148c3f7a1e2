/** Two curves over a number of phages, with axes: families in all, and families that all have. */
import { axisOf } from './scatterMap.ts';
import { type DrawingSpace, line, type Scene, type Shape, textAt } from './scene.ts';

interface Point {
  readonly all: number;
  readonly common: number;
}

const height = 220;
const edge = { left: 68, right: 110, top: 12, bottom: 34 };
const letters = 11;
const mostMarks = 4;

const formatCount = (count: number) => count.toLocaleString('en');

export function curveMap(curve: readonly Point[], { width, theme }: DrawingSpace): Scene {
  const { to: most, marks } = axisOf([0, Math.max(1, curve.at(-1)?.all ?? 0)], mostMarks);
  const right = width - edge.right;
  const bottom = height - edge.bottom;
  const xOf = (at: number) =>
    edge.left + (at / Math.max(1, curve.length - 1)) * (right - edge.left);
  const yOf = (families: number) => bottom - (families / most) * (bottom - edge.top);
  const shapes: Shape[] = [
    line([edge.left, edge.top, edge.left, bottom, right, bottom], theme.line),
  ];
  for (const mark of marks) {
    const style = { fill: theme.muted, size: letters, anchor: 'end' } as const;
    shapes.push(textAt(edge.left - 6, yOf(mark) + letters / 3, formatCount(mark), style));
  }
  const below = { fill: theme.muted, size: letters };
  shapes.push(
    textAt(xOf(0), bottom + letters + 4, '1', below),
    textAt(right, bottom + letters + 4, formatCount(curve.length), below),
    textAt((edge.left + right) / 2, height - 6, 'phages', below),
    textAt(letters + 3, (edge.top + bottom) / 2, 'gene families', { ...below, isUpright: true }),
  );
  const lines = [
    ['all', 'in any of them', theme.accent],
    ['common', 'in all of them', theme.ink],
  ] as const;
  for (const [key, label, color] of lines) {
    const points = curve.flatMap((point, at) => [xOf(at), yOf(point[key])]);
    const end = yOf(curve.at(-1)?.[key] ?? 0);
    const style = { fill: color, size: letters, anchor: 'start' } as const;
    shapes.push(line(points, color, 2), textAt(right + 8, end + letters / 3, label, style));
  }
  return { width, height, background: theme.paper, shapes };
}
