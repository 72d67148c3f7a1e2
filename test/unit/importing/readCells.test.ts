import { truncateSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readTable } from '../../../src/importing/importTable.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const tableOf = (text: string) => path.join(tempFolder({ 'phages.csv': text }), 'phages.csv');

test('rows that are not empty are read with the line on which each begins', async () => {
  const { rows } = await readTable(tableOf('a,b\n\n"1\n2",x\n , \n3,y\n'));
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1\n2', 'x'] },
    { line: 6, cells: ['3', 'y'] },
  ]);
});

test.each([
  ['rows', `a,b\n${'x,y\n'.repeat(2_000_000)}`],
  ['empty cells in a row', `a,b\n${','.repeat(4_000_000)}`],
])('a text with too many %s is refused before it is parsed', async (_, text) => {
  await expect(readTable(tableOf(text))).rejects.toThrow(
    'phages.csv:1: expected at most 4000000 cells, found more.',
  );
});

test('a file of more than 256 MiB is refused before it is read', async () => {
  const file = tableOf('a,b\n');
  // Sparse: it takes no room on the disk.
  truncateSync(file, (256 << 20) + 1);
  await expect(readTable(file)).rejects.toThrow(
    'phages.csv:1: expected at most 268435456 bytes, found 268435457.',
  );
});
