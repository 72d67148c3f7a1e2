import { expect, test } from 'vitest';
import {
  alignLocally,
  bitScore,
  expectedByChance,
} from '../../../../src/web/data/localAlignment.ts';
import { createDraw, randomProtein } from './someProteins.ts';

/** The score of aligned rows, by its definition: gaps cost 11 and 1 for each letter; letters score by `pair`. */
function scoreOf(rows: readonly [string, string], pair: (a: string, b: string) => number): number {
  let [score, gapIn] = [0, -1];
  for (let at = 0; at < rows[0].length; at++) {
    const [a, b] = [rows[0].charAt(at), rows[1].charAt(at)];
    const gap = a === '-' ? 0 : b === '-' ? 1 : -1;
    if (gap < 0) score += pair(a, b);
    else score -= gap === gapIn ? 1 : 12;
    gapIn = gap;
  }
  return score;
}

/** Of single letters, which an alignment of one letter with another gives; what scores below 1 is not aligned at all. */
function pairScore(a: string, b: string): number {
  // Two sure matches around the pair, less what they score alone.
  const around = (middle: string) => `WWWWW${middle}WWWWW`;
  return (alignLocally(around(a), around(b))?.score ?? 0) - 110;
}

/** The best local score in the simplest way: all ends of all gaps are tried. */
function naiveScore(query: string, target: string, pair: (a: string, b: string) => number): number {
  const known = new Map<string, number>();
  const best = (row: number, column: number): number => {
    if (row === 0 || column === 0) return 0;
    const key = `${row} ${column}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let found = Math.max(
      0,
      best(row - 1, column - 1) + pair(query.charAt(row - 1), target.charAt(column - 1)),
    );
    for (let gap = 1; gap <= row; gap++)
      found = Math.max(found, best(row - gap, column) - 11 - gap);
    for (let gap = 1; gap <= column; gap++)
      found = Math.max(found, best(row, column - gap) - 11 - gap);
    known.set(key, found);
    return found;
  };
  let highest = 0;
  for (let row = 1; row <= query.length; row++)
    for (let column = 1; column <= target.length; column++)
      highest = Math.max(highest, best(row, column));
  return highest;
}

test('scores are those of BLOSUM62', () => {
  const known = ['AA 4', 'WW 11', 'AW -3', 'IV 3', 'DE 2', 'LI 2', 'KR 2', 'FY 3', 'CP -3', 'NH 1'];
  expect(known.map(([a = '', b = '']) => `${a}${b} ${pairScore(a, b)}`)).toEqual(known);
  expect([pairScore('X', 'A'), pairScore('X', 'X'), pairScore('B', 'D')]).toEqual([-1, -1, -1]);
});

test('no alignment scores higher, and its rows are the letters that it says', () => {
  const draw = createDraw(5);
  for (let round = 0; round < 60; round++) {
    const core = randomProtein(draw, 14);
    const query = randomProtein(draw, draw(6)) + core + randomProtein(draw, draw(6));
    const cut = draw(core.length);
    const target = core.slice(0, cut) + randomProtein(draw, draw(4)) + core.slice(cut + draw(4));
    const found = alignLocally(query, target);
    const highest = naiveScore(query, target, pairScore);
    expect(found?.score ?? 0).toBe(highest);
    if (found === null) continue;
    expect(scoreOf(found.rows, pairScore)).toBe(highest);
    expect(found.rows[0].replaceAll('-', '')).toBe(query.slice(...found.query));
    expect(found.rows[1].replaceAll('-', '')).toBe(target.slice(...found.target));
    const same = [...found.rows[0]].filter((letter, at) => letter === found.rows[1].charAt(at));
    expect(found.identities).toBe(same.length);
  }
});

test('what is alike nowhere has no alignment', () => {
  expect(alignLocally('WWWW', 'PPPP')).toBeNull();
  expect(alignLocally('', 'MKV')).toBeNull();
});

test('bits and E-values are those of BLAST for proteins', () => {
  // 0.267 S / ln 2 + 4.61: as BLASTP prints for a raw score of 100.
  expect(bitScore(100)).toBeCloseTo(43.1, 1);
  expect(expectedByChance(100, 200, 1_000_000)).toBeCloseTo(200 * 1e6 * 2 ** -bitScore(100), 12);
});
