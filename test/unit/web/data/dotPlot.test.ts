import { expect, test } from 'vitest';
import { matchesOf } from '../../../../src/web/data/dotPlot.ts';
import { reverseComplement } from '../../../../src/web/data/sequences.ts';
import { dotPlotMap } from '../../../../src/web/map/dotPlotMap.ts';
import { lightTheme } from '../../../../src/web/map/scene.ts';

const bases = (count: number, seed: number) => {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return 'ACGT'.charAt(state % 4);
  }).join('');
};
const [a, b, c, d] = [1, 2, 3, 5].map((seed) => bases(200, seed));

test('what two genomes have in common is one line each, on either strand', () => {
  const first = `${a}${b}${c}`;
  const second = `${d}${b}${reverseComplement(c!)}`;
  expect(matchesOf(first, second)).toEqual([
    { first: 200, second: 200, length: 200, isReversed: false },
    { first: 400, second: 600, length: 200, isReversed: true },
  ]);
});

test('unknown bases and repeats are nothing in common', () => {
  expect(matchesOf('N'.repeat(100), 'N'.repeat(100))).toEqual([]);
  expect(matchesOf('A'.repeat(500), 'A'.repeat(500))).toEqual([]);
  expect(matchesOf('', a!)).toEqual([]);
});

test('a plot is to one scale, and says which genome lies where', () => {
  const matches = matchesOf(`${a}${b}`, b!);
  const scene = dotPlotMap(
    { names: ['Alpha', 'Beta'], lengths: [400, 200], matches },
    { width: 800, theme: lightTheme },
  );
  const lines = scene.shapes.flatMap((shape) =>
    shape.kind === 'line' && shape.stroke === lightTheme.accent ? [shape.points] : [],
  );
  expect(lines).toHaveLength(1);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = lines[0]!;
  expect(x2 - x1).toBeCloseTo(y2 - y1);
  const turned = scene.shapes.flatMap((shape) =>
    shape.kind === 'text' && !shape.text.endsWith(' kb') ? [[shape.text, shape.isUpright]] : [],
  );
  expect(turned).toEqual([
    ['Alpha', undefined],
    ['Beta', true],
  ]);
});
