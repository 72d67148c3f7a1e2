import { expect, test } from 'vitest';
import { successorsOf } from '../../../src/contract/history.ts';

/** Rows of one release each, the latest first. */
function table(...steps: readonly (readonly (readonly [old: string, now: string])[])[]): string {
  const rows = steps.flatMap((pairs, at) =>
    pairs.map(([old, now]) => `release${at}\t2026-10-01\tkind\t${old}\t${now}\t1\t1\t1\n`),
  );
  return `release\tdate\tkind\told\tnew\tshared_genes\told_genes\tnew_genes\n${rows.join('')}`;
}

test('H1: a former family is followed through renumberings, splits and merges to the current ones', () => {
  const renumbered = [['7', '8']] as const;
  expect(successorsOf('7', table(renumbered))).toEqual([8]);
  const split = [
    ['8', '20'],
    ['8', '9'],
  ] as const;
  expect(successorsOf('7', table(split, renumbered))).toEqual([9, 20]);
  const merged = [
    ['9', '30'],
    ['20', '30'],
  ] as const;
  expect(successorsOf('7', table(merged, split, renumbered))).toEqual([30]);
});

test('H1: what is gone with its genes, or was never there, became nothing', () => {
  expect(successorsOf('7', table([['7', '']], [['6', '7']]))).toEqual([]);
  expect(successorsOf('5', table([['6', '7']]))).toEqual([]);
  expect(successorsOf('5', '')).toEqual([]);
});

test('H1: of a number that was given twice, the last family of it counts', () => {
  expect(successorsOf('7', table([['7', '3']], [['', '7']], [['7', '4']]))).toEqual([3]);
});
