import { expect, test } from 'vitest';
import { countOf, fileName, formatBytes, tsvOf } from '../../../src/web/files.ts';

test('a table has no formulas, and each cell ends where it should', () => {
  const table = tsvOf(
    ['A', 'B'],
    [
      ['=cmd()', 'x\ty\nz'],
      ['-1', -1],
      [null, ' @x'],
      ['"=HYPERLINK(""https://evil"",""x"")"', '"'],
      ['5" end', '\t=1'],
    ],
  );
  const lines = [
    'A\tB',
    '\'=cmd()\t"x\ty\nz"',
    "'-1\t-1",
    "\t' @x",
    // As texts with quotes in them, and not as a formula that quotes enclose.
    '"""=HYPERLINK(""""https://evil"""",""""x"""")"""\t""""',
    '"5"" end"\t"\'\t=1"',
  ];
  expect(table).toBe(`${lines.join('\n')}\n`);
});

test('a file has a name that every system can save', () => {
  expect(fileName('../Äpfel & <b>.tsv')).toBe('.._Äpfel_b_.tsv');
});

test('a long name of a file keeps its ending, and is no longer than systems allow', () => {
  const long = fileName(`${'x'.repeat(300)}_genes.tsv`);
  expect(long).toBe(`${'x'.repeat(190)}_genes.tsv`);
  const wide = fileName(`${'\u{20000}'.repeat(100)}_map.svg`);
  expect(wide).toBe(`${'\u{20000}'.repeat(48)}_map.svg`);
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
