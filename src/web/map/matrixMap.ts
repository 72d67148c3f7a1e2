/** A matrix of similarities as a drawing: a tree on the left, the names of phages, and a cell for each pair. */
import { type Branch } from '../data/content.ts';
import { inkOn, shortened } from './labels.ts';
import { type DrawingSpace, line, type Scene, type Shape, textAt, type Theme } from './scene.ts';

export interface MatrixContent {
  readonly names: readonly string[];
  /** Row by row, in the order of `names`. */
  readonly similarities: Float64Array;
  readonly tree: Branch;
}

const treeWidth = 90;
const gap = 6;
const letterHeight = 11;
const letterWidth = 6.2;
const mostLetters = 22;
const mostCell = 44;
// A cell as wide as a number with a margin has one.
const leastWritten = 36;
const levels = 20;

/** `write` gives the number of a pair, by their places in `names`, where cells have room for it. */
export function matrixMap(
  { names, similarities, tree }: MatrixContent,
  { width, theme }: DrawingSpace,
  write: (a: number, b: number) => string,
) {
  const count = names.length;
  const order = tree.leaves;
  const longest = Math.min(mostLetters, Math.max(...names.map((name) => name.length)));
  // Where cells are lower than letters, names are left out: a pointer tells them.
  const labelled = (width - treeWidth - longest * letterWidth - 2 * gap) / count >= letterHeight;
  const labelWidth = labelled ? longest * letterWidth + gap : 0;
  const treeEnd = Math.min(treeWidth, width / 5);
  const left = treeEnd + gap + labelWidth;
  const top = labelled ? labelWidth + gap : 0;
  const size = Math.min(mostCell, (width - left) / count);
  const shapes: Shape[] = [];
  const rowOf = new Map(order.map((leaf, row) => [leaf, row]));
  addBranches(tree);
  if (labelled) {
    for (const [row, leaf] of order.entries()) {
      const text = shortened(names[leaf] ?? '', mostLetters);
      const style = { fill: theme.ink, size: letterHeight };
      const middle = (row + 0.5) * size + letterHeight / 3;
      shapes.push(textAt(left - gap, top + middle, text, { ...style, anchor: 'end' }));
      const upright = { ...style, anchor: 'start', isUpright: true } as const;
      shapes.push(textAt(left + middle, top - gap, text, upright));
    }
  }
  const cells = new Uint8Array(count * count);
  for (const [row, leaf] of order.entries())
    for (const [column, other] of order.entries())
      cells[row * count + column] = Math.ceil((similarities[leaf * count + other] ?? 0) * levels);
  const fills = Array.from({ length: levels + 1 }, (_, level) => shadeOf(level / levels, theme));
  shapes.push({ kind: 'cells', x: left, y: top, size, columns: count, levels: cells, fills });
  if (size >= leastWritten) addNumbers();
  const scene: Scene = {
    width: Math.ceil(left + count * size),
    height: Math.ceil(top + count * size) + 1,
    background: theme.paper,
    shapes,
  };
  return {
    scene,
    /** The places of a pair in the tree's order; null outside of the cells. */
    pairAt(x: number, y: number): readonly [row: number, column: number] | null {
      const [row, column] = [Math.floor((y - top) / size), Math.floor((x - left) / size)];
      const isIn = [row, column].every((at) => at >= 0 && at < count);
      return isIn ? [row, column] : null;
    },
    boxOf: (row: number, column: number) => ({ x: left + column * size, y: top + row * size }),
    /** The side of a cell in pixels. */
    size,
  };

  /** A number in each cell that has a colour, but not of a phage with itself. */
  function addNumbers(): void {
    for (const [at, level] of cells.entries()) {
      const [row, column] = [Math.floor(at / count), at % count];
      if (level === 0 || row === column) continue;
      const text = write(order[row] ?? 0, order[column] ?? 0);
      const fill = inkOn(fills[level] ?? '');
      const x = left + (column + 0.5) * size;
      const y = top + (row + 0.5) * size + letterHeight / 3;
      shapes.push(textAt(x, y, text, { fill, size: letterHeight }));
    }
  }

  /** Draws a branch with its root towards the left; returns the height of its middle. */
  function addBranches({ leaves, height, children }: Branch): number {
    const xOf = (distance: number) => 2 + (treeEnd - 2) * (1 - distance);
    if (children.length === 0) return top + ((rowOf.get(leaves[0] ?? 0) ?? 0) + 0.5) * size;
    const ends = children.map((child) => [addBranches(child), xOf(child.height)] as const);
    const x = xOf(height);
    const [[upper, first], [lower, second]] = [ends[0] ?? [0, 0], ends[1] ?? [0, 0]];
    shapes.push(line([first, upper, x, upper, x, lower, second, lower], theme.muted));
    return (upper + lower) / 2;
  }
}

/** From the paper's colour to a strong one: `share` is from 0 to 1. */
export function shadeOf(share: number, { paper, accent }: Theme): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [paper, accent].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
