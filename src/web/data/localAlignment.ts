/** The best local alignment of two proteins: Smith and Waterman's, with gaps by Gotoh, scored by BLOSUM62. */

const letters = 'ARNDCQEGHILKMFPSTWYV';

// Half of the matrix, row by row in the order of the letters (Henikoff and Henikoff, 1992).
const scores = [
  [4],
  [-1, 5],
  [-2, 0, 6],
  [-2, -2, 1, 6],
  [0, -3, -3, -3, 9],
  [-1, 1, 0, 0, -3, 5],
  [-1, 0, 0, 2, -4, 2, 5],
  [0, -2, 0, -1, -3, -2, -2, 6],
  [-2, 0, 1, -1, -3, 0, 0, -2, 8],
  [-1, -3, -3, -3, -1, -3, -3, -4, -3, 4],
  [-1, -2, -3, -4, -1, -2, -3, -4, -3, 2, 4],
  [-1, 2, 0, -1, -3, 1, 1, -2, -1, -3, -2, 5],
  [-1, -1, -2, -3, -1, 0, -2, -3, -2, 1, 2, -1, 5],
  [-2, -3, -3, -3, -2, -3, -3, -3, -1, 0, 0, -3, 0, 6],
  [-1, -2, -2, -1, -3, -1, -1, -2, -2, -3, -3, -1, -2, -4, 7],
  [1, -1, 1, 0, -1, 0, 0, 0, -1, -2, -2, 0, -1, -2, -1, 4],
  [0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -2, -1, 1, 5],
  [-3, -3, -4, -4, -2, -2, -3, -2, -2, -3, -2, -3, -1, 1, -4, -3, -2, 11],
  [-2, -2, -2, -3, -2, -1, -2, -3, 2, -1, -1, -2, -1, 3, -3, -2, -2, 2, 7],
  [0, -3, -3, -3, -1, -2, -2, -3, -3, 3, 1, -2, 1, -1, -2, -2, 0, -3, -1, 4],
];

// What no score is known of, such as X.
const other = letters.length;
const kinds = letters.length + 1;
const matrix = new Int8Array(kinds * kinds).fill(-1);
for (const [row, values] of scores.entries()) {
  for (const [column, score] of values.entries()) {
    matrix[row * kinds + column] = score;
    matrix[column * kinds + row] = score;
  }
}

/** What two amino acids that stand beside each other score. */
export function pairScore(a: string, b: string): number {
  return matrix[kindOf(a) * kinds + kindOf(b)] ?? 0;
}

/** The first of a gap costs both. */
export const openGap = 11;
const extendGap = 1;

// Of these gaps, and of random sequences: Karlin and Altschul's statistics as BLAST has them for proteins.
const [lambda, k] = [0.267, 0.041];

export interface LocalAlignment {
  readonly score: number;
  /** Amino acids counted from 0: [from, to). */
  readonly query: readonly [from: number, to: number];
  readonly target: readonly [from: number, to: number];
  /** As long as each other, with `-` for gaps. */
  readonly rows: readonly [query: string, target: string];
  /** Columns with the same letter in both. */
  readonly identities: number;
}

const [stop, diagonal, fromAbove, fromLeft] = [0, 1, 2, 3];
// Whether a gap that ends here began before.
const [continuesAbove, continuesLeft] = [4, 8];
const isStep = 3;

/** Null where nothing is alike. Takes memory for a byte for each pair of amino acids. */
export function alignLocally(query: string, target: string): LocalAlignment | null {
  const [rows, columns] = [query.length, target.length];
  const [own, others] = [kindsOf(query), kindsOf(target)];
  const width = columns + 1;
  const steps = new Uint8Array((rows + 1) * width);
  const best = new Int32Array(width);
  const above = new Int32Array(width).fill(-openGap - extendGap);
  let [highest, end] = [0, 0];
  for (let row = 1; row <= rows; row++) {
    const base = (own[row - 1] ?? other) * kinds;
    let [before, left, current] = [0, -openGap - extendGap, 0];
    for (let column = 1; column <= columns; column++) {
      let step = stop;
      const up = best[column] ?? 0;
      const [newAbove, longerAbove] = [up - openGap - extendGap, (above[column] ?? 0) - extendGap];
      if (longerAbove > newAbove) step |= continuesAbove;
      const aboveScore = Math.max(newAbove, longerAbove);
      above[column] = aboveScore;
      const [newLeft, longerLeft] = [current - openGap - extendGap, left - extendGap];
      if (longerLeft > newLeft) step |= continuesLeft;
      left = Math.max(newLeft, longerLeft);
      const both = before + (matrix[base + (others[column - 1] ?? other)] ?? 0);
      before = up;
      current = Math.max(0, both, aboveScore, left);
      if (current > 0) {
        if (current === both) step |= diagonal;
        else step |= current === aboveScore ? fromAbove : fromLeft;
      }
      best[column] = current;
      steps[row * width + column] = step;
      if (current > highest) [highest, end] = [current, row * width + column];
    }
  }
  return highest === 0 ? null : traced(query, target, steps, width, highest, end);
}

function traced(
  query: string,
  target: string,
  steps: Uint8Array,
  width: number,
  score: number,
  end: number,
): LocalAlignment {
  const ends = [Math.floor(end / width), end % width] as const;
  let [row, column] = ends;
  const rows: [string[], string[]] = [[], []];
  let identities = 0;
  const add = (a: string, b: string) => {
    rows[0].push(a);
    rows[1].push(b);
    if (a === b) identities++;
  };
  // Within a gap, the step that continues it.
  let gap = stop;
  for (;;) {
    const step = steps[row * width + column] ?? stop;
    const taken = gap === stop ? step & isStep : gap;
    if (taken === stop) break;
    if (taken === diagonal) {
      add(query.charAt(row - 1), target.charAt(column - 1));
      row--;
      column--;
      continue;
    }
    const isAbove = taken === fromAbove;
    gap = (step & (isAbove ? continuesAbove : continuesLeft)) === 0 ? stop : taken;
    if (isAbove) add(query.charAt(--row), '-');
    else add('-', target.charAt(--column));
  }
  const [a, b] = rows.map((letter) => letter.toReversed().join(''));
  return {
    score,
    query: [row, ends[0]],
    target: [column, ends[1]],
    rows: [a ?? '', b ?? ''],
    identities,
  };
}

function kindsOf(protein: string): Uint8Array {
  return Uint8Array.from(protein, kindOf);
}

function kindOf(letter: string): number {
  const kind = letters.indexOf(letter);
  return kind < 0 ? other : kind;
}

/** How many alignments with such a score are expected by chance between a query and proteins of so many amino acids. */
export function expectedByChance(score: number, query: number, all: number): number {
  return k * query * all * Math.exp(-lambda * score);
}

export function bitScore(score: number): number {
  return (lambda * score - Math.log(k)) / Math.LN2;
}
