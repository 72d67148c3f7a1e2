import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFamilyCount, type FamilyChange } from '../../../src/releases/familyMap.ts';

/** The changes between two assignments of genes to families. */
function changesOf(
  old: Readonly<Record<string, number | null>>,
  now: Readonly<Record<string, number | null>>,
) {
  const count = createFamilyCount();
  for (const [gene, family] of Object.entries(old)) {
    const next = now[gene];
    if (next === undefined) count.removed(family);
    else count.kept(family, next);
  }
  for (const [gene, family] of Object.entries(now)) if (!(gene in old)) count.added(family);
  return count.changes();
}

const ids = (families: FamilyChange['old']) => families.map(({ id }) => id);

test('families are followed by the genes that they share, whatever their numbers are', () => {
  const changes = changesOf(
    { a: 1, b: 1, c: 2, d: 2, e: 3, f: 4, g: 5, h: 6, i: 7, j: 8, k: 9, l: 9 },
    { a: 10, b: 10, c: 2, d: 11, e: 12, f: 12, g: 5, x: 5, i: 8, j: 7, k: 9, m: 13, y: 6 },
  );
  expect(changes.map(({ kind, old, now }) => [kind, ids(old), ids(now)])).toEqual([
    ['renumbered', [1], [10]],
    ['split', [2], [2, 11]],
    ['merged', [3, 4], [12]],
    ['new', [], [6]],
    ['gone', [6], []],
    ['renumbered', [7], [8]],
    ['renumbered', [8], [7]],
    ['new', [], [13]],
  ]);
  expect(changes[1]).toEqual({
    kind: 'split',
    old: [{ id: 2, genes: 2 }],
    now: [
      { id: 2, genes: 1 },
      { id: 11, genes: 1 },
    ],
    shared: [
      [2, 2, 1],
      [2, 11, 1],
    ],
  });
});

test('a gene that leaves a family for another is told with how many stayed', () => {
  const [change, ...others] = changesOf({ a: 1, b: 1, c: 1, d: 2 }, { a: 1, b: 1, c: 2, d: 2 });
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    kind: 'regrouped',
    shared: [
      [1, 1, 2],
      [1, 2, 1],
      [2, 2, 1],
    ],
  });
});

test('a gene without a family neither makes one new nor ends one', () => {
  expect(changesOf({ a: 1, b: null, c: 1 }, { a: null, b: 1, c: 1 })).toEqual([]);
});

test('a thousand of each planted change of families are named rightly', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.integer({ min: 2, max: 9 })), (sizes) => {
      const [old, now]: Record<string, number>[] = [{}, {}];
      const planted: [string, number[], number[]][] = [];
      let gene = 0;
      const put = (from: number, to: number) => {
        old![`g${gene}`] = from;
        now![`g${gene++}`] = to;
      };
      for (let round = 0; round < 1000; round++) {
        const id = round * 10;
        const genes = sizes.next().value as number;
        // Renumbered, split, merged, and one that stays.
        for (let one = 0; one < genes; one++) {
          put(id, id + 100_000);
          put(id + 1, one === 0 ? id + 1 : id + 100_001);
          put(one === 0 ? id + 2 : id + 3, id + 3);
          put(id + 4, id + 4);
        }
        planted.push(['renumbered', [id], [id + 100_000]]);
        planted.push(['split', [id + 1], [id + 1, id + 100_001]]);
        planted.push(['merged', [id + 2, id + 3], [id + 3]]);
      }
      const found = changesOf(old!, now!);
      expect(found.map(({ kind, old: from, now: to }) => [kind, ids(from), ids(to)])).toEqual(
        planted,
      );
    }),
    { numRuns: 1, seed: 31 },
  );
});
