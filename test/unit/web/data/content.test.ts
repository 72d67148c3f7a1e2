import { expect, test } from 'vitest';
import {
  type Branch,
  commonFamilies,
  newickOf,
  pangenomeOf,
  sharedBy,
  similaritiesOf,
  similarityOf,
  treeOf,
} from '../../../../src/web/data/content.ts';

const families = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);

test('similarity is the mean of both shares of common families', () => {
  const [a, b] = [families(77), families(90, 16)];
  expect(sharedBy(a, b)).toBe(62);
  expect(similarityOf(a, b)).toBeCloseTo((62 / 77 + 62 / 90) / 2, 12);
  expect([similarityOf([], a), similarityOf(a, a), similarityOf([1, 3], [2, 4])]).toEqual([
    0, 1, 0,
  ]);
});

/** Average linkage in the simplest way: the nearest two of all are joined, again and again. */
function naiveHeights(similarities: Float64Array, count: number): number[] {
  let groups = Array.from({ length: count }, (_, leaf) => [leaf]);
  const distance = (a: readonly number[], b: readonly number[]) => {
    const all = a.flatMap((one) => b.map((other) => 1 - (similarities[one * count + other] ?? 0)));
    return all.reduce((sum, each) => sum + each, 0) / all.length;
  };
  const heights: number[] = [];
  while (groups.length > 1) {
    const pairs = groups.flatMap((a, at) => groups.slice(at + 1).map((b) => [a, b] as const));
    const [a, b] = pairs.reduce((best, pair) =>
      distance(pair[0], pair[1]) < distance(best[0], best[1]) ? pair : best,
    );
    heights.push(distance(a, b));
    groups = [...groups.filter((group) => group !== a && group !== b), [...a, ...b]];
  }
  return heights;
}

const heightsIn = ({ height, children }: Branch): number[] =>
  children.length === 0 ? [] : [height, ...children.flatMap(heightsIn)];

test('the tree joins what joining the nearest of all would join', () => {
  for (let seed = 1; seed <= 20; seed++) {
    let state = seed;
    const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
    const count = 2 + Math.floor(random() * 14);
    const similarities = new Float64Array(count * count).fill(1);
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < row; column++) {
        const similarity = random();
        similarities[row * count + column] = similarity;
        similarities[column * count + row] = similarity;
      }
    }
    const tree = treeOf(similarities, count)!;
    expect(tree.leaves.toSorted((a, b) => a - b)).toEqual(families(count, 0));
    const [found, expected] = [heightsIn(tree), naiveHeights(similarities, count)].map((heights) =>
      heights.toSorted((a, b) => a - b),
    );
    expect(found).toHaveLength(count - 1);
    for (const [at, height] of found!.entries()) expect(height).toBeCloseTo(expected![at]!, 9);
  }
});

test('equal phages stand in their order, and none, one and many make a tree or none', () => {
  const same = similaritiesOf([[1], [1], [1], [1]]);
  expect(treeOf(same, 4)?.leaves).toEqual([0, 1, 2, 3]);
  expect(treeOf(new Float64Array(0), 0)).toBeNull();
  expect(treeOf(new Float64Array([1]), 1)?.leaves).toEqual([0]);
});

test('a tree is saved as Newick, with names as they are', () => {
  const similarities = similaritiesOf([
    [1, 2],
    [1, 2],
    [2, 3],
  ]);
  const text = newickOf(treeOf(similarities, 3)!, ["It's", 'B (2)', 'C,3']);
  expect(text).toBe(`(('It''s':0.000000,'B (2)':0.000000):0.250000,'C,3':0.250000);\n`);
});

test('the pangenome is the mean over all choices of so many phages', () => {
  const contents = [
    [1, 2, 3],
    [1, 2],
    [1, 4],
    [1, 5, 6],
  ];
  const curve = pangenomeOf(commonFamilies(contents), contents.length);
  for (const [at, { all, common }] of curve.entries()) {
    const choices = Array.from({ length: 1 << contents.length }, (_, bits) =>
      contents.filter((_own, place) => ((bits >> place) & 1) === 1),
    ).filter((chosen) => chosen.length === at + 1);
    const mean = (count: (chosen: number[][]) => number) =>
      choices.reduce((sum, chosen) => sum + count(chosen), 0) / choices.length;
    expect(all).toBeCloseTo(mean((chosen) => new Set(chosen.flat()).size));
    const inAll = (chosen: number[][]) =>
      chosen[0]!.filter((pham) => chosen.every((own) => own.includes(pham))).length;
    expect(common).toBeCloseTo(mean(inAll));
  }
});

test('families that most phages have come first', () => {
  expect(commonFamilies([[7, 9], [3, 9], [3]])).toEqual([
    { pham: 3, phages: 2 },
    { pham: 9, phages: 2 },
    { pham: 7, phages: 1 },
  ]);
});
