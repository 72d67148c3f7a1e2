/** A stretch of an alignment as a drawing: a bar for each column, the consensus, and the residues of each protein. */
import type { Aligned, AlignedColumn } from '../data/alignment.ts';
import { isDark, shortened } from './labels.ts';
import { corners, type DrawingSpace, line, type Scene, type Shape, textAt } from './scene.ts';

const cell = 11;
const rowHeight = 15;
const letters = 11;
const letterWidth = 7;
const mostLetters = 26;
const barHeight = 36;
const rulerHeight = 16;

// By what residues have in common, as alignments are usually coloured; quiet, so that letters stay readable on them.
const kinds = [
  ['AVLIMCFW', '#bcd2ee', '#2c4a70'],
  ['KRH', '#f2bcbc', '#74343a'],
  ['DE', '#dfc0ea', '#59376a'],
  ['STNQ', '#bfe3c2', '#285a34'],
  ['G', '#f5d3b0', '#6f4a20'],
  ['P', '#eeeaa8', '#5e591c'],
  ['Y', '#b6e4e4', '#20595c'],
] as const;

/** How many columns are drawn in so many pixels. */
export function columnsIn(width: number, aligned: Aligned): number {
  return Math.max(10, Math.floor((width - nameWidth(aligned)) / cell));
}

function nameWidth({ genes }: Aligned): number {
  const longest = Math.max(0, ...genes.map(({ id }) => id.length));
  return Math.min(mostLetters, longest) * letterWidth + 12;
}

export function alignmentMap(
  aligned: Aligned,
  columns: readonly AlignedColumn[],
  { from, width, theme }: DrawingSpace & { readonly from: number },
): Scene {
  const { genes, rows } = aligned;
  const left = nameWidth(aligned);
  const shown = columns.slice(from, from + columnsIn(width, aligned));
  const shapes: Shape[] = [];
  const middle = (at: number) => left + (at + 0.5) * cell;
  const top = rulerHeight + barHeight + rowHeight + 6;
  for (const [at, { consensus, conservation }] of shown.entries()) {
    const number = from + at + 1;
    if (number === 1 || number % 10 === 0)
      shapes.push(textAt(middle(at), letters, String(number), { fill: theme.muted, size: 10 }));
    const x = left + at * cell;
    const bottom = rulerHeight + barHeight;
    const high = bottom - conservation * barHeight;
    shapes.push({
      kind: 'polygon',
      points: corners(x, high, x + cell - 1, bottom),
      fill: conservation === 1 ? theme.accent : theme.line,
    });
    const style = { fill: theme.ink, size: letters, isBold: true };
    shapes.push(textAt(middle(at), bottom + letters + 2, consensus, style));
  }
  const name = { fill: theme.muted, size: letters, anchor: 'end' } as const;
  shapes.push(
    textAt(left - 8, rulerHeight + barHeight / 2 + 4, 'conservation', name),
    textAt(left - 8, rulerHeight + barHeight + letters + 2, 'consensus', name),
    line([0, top - 3, left + shown.length * cell, top - 3], theme.line),
  );
  for (const [row, { id }] of genes.entries()) {
    const y = top + row * rowHeight;
    const text = shortened(id, mostLetters);
    shapes.push(textAt(left - 8, y + letters, text, { ...name, fill: theme.ink }));
    const own = (rows[row] ?? '').slice(from, from + shown.length);
    for (const [at, letter] of [...own].entries()) {
      const [, light, dark] = kinds.find(([alike]) => alike.includes(letter)) ?? [];
      const fill = isDark(theme.paper) ? dark : light;
      const x = left + at * cell;
      if (fill !== undefined)
        shapes.push({ kind: 'polygon', points: corners(x, y, x + cell, y + rowHeight), fill });
      const ink = letter === '-' ? theme.line : theme.ink;
      shapes.push(textAt(middle(at), y + letters, letter, { fill: ink, size: letters }));
    }
  }
  const wide = Math.ceil(left + shown.length * cell);
  const high = top + genes.length * rowHeight + 4;
  return { width: wide, height: high, background: theme.paper, shapes };
}
