/** What a map shows of the bases of a genome: the share of G and C along it and, near enough, the bases themselves. */
import type { Shape, Theme } from './scene.ts';
import { toPixels, type View } from './track.ts';

export const gcHeight = 40;

/** The share of G and C in windows of the genome, as a line between 20 and 80 %. */
export function gcLine(sequence: string, view: View, y: number, theme: Theme): readonly Shape[] {
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

const basesSize = 11;

/** The bases in view, one letter each. */
export function bases(sequence: string, view: View, y: number, theme: Theme): readonly Shape[] {
  const x = toPixels(view);
  const from = Math.max(0, Math.floor(view.from));
  return Array.from(sequence.slice(from, Math.ceil(view.to)), (text, index) => ({
    kind: 'text',
    x: x(from + index + 0.5),
    y,
    text,
    size: basesSize,
    fill: theme.ink,
    anchor: 'middle',
  }));
}
