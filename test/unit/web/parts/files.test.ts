import { expect, test } from 'vitest';
import { countOf, fileName, formatBytes, tsvOf } from '../../../../src/web/parts/files.ts';

test('a table has one line a row, and no formulas', () => {
  const table = tsvOf(
    ['A', 'B'],
    [
      ['=cmd()', 'x\ty\nz'],
      ['-1', -1],
      [null, ' @x'],
    ],
  );
  expect(table).toBe("A\tB\n'=cmd()\tx y z\n'-1\t-1\n\t' @x\n");
});

test('a file has a name that every system can save', () => {
  expect(fileName('../Äpfel & <b>.tsv')).toBe('.._Äpfel_b_.tsv');
});

test('sizes are in units that people read', () => {
  expect([0, 999, 1500, 47_000, 3_200_000_000].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.5 kB',
    '47 kB',
    '3.2 GB',
  ]);
});

test('one is counted as one', () => {
  expect([0, 1, 1399].map((count) => countOf(count, 'gene'))).toEqual([
    '0 genes',
    '1 gene',
    '1,399 genes',
  ]);
});
