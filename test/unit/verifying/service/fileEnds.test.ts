import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packWhole } from '../../../../src/publishing/bgzf.ts';
import { endsRight, partRanges } from '../../../../src/verifying/service/checkServedBulk.ts';

test('the ends of a file are as long as they are asked for, and within it', () => {
  expect(partRanges(1000, 10)).toEqual([
    { start: 0, end: 10 },
    { start: 990, end: 1000 },
  ]);
  expect(partRanges(5, 10)).toEqual([
    { start: 0, end: 5 },
    { start: 0, end: 5 },
  ]);
});

test('Parquet bears its mark at both ends', () => {
  const file = Buffer.from('PAR1 a table PAR1');
  expect(endsRight('bulk/genes.parquet', file.subarray(0, 8), true)).toBe(true);
  expect(endsRight('bulk/genes.parquet', file.subarray(-8), false)).toBe(true);
  expect(endsRight('bulk/genes.parquet', file.subarray(1, 9), true)).toBe(false);
  expect(endsRight('bulk/genes.parquet', file.subarray(-8, -1), false)).toBe(false);
});

test.each(['bulk/genes.tsv.gz', 'bulk/genes.gff3.gz.tbi'])(
  '%s is BGZF, and its end says so',
  (file) => {
    const packed = packWhole(Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251)));
    expect(endsRight(file, packed.subarray(0, packed.length - 40), true)).toBe(true);
    expect(endsRight(file, Buffer.from('<html>'), true)).toBe(false);
    expect(endsRight(file, gzipSync('gzip, but in no blocks'), true)).toBe(false);
    expect(endsRight(file, packed.subarray(-40), false)).toBe(true);
    expect(endsRight(file, packed.subarray(-40, -1), false)).toBe(false);
  },
);
