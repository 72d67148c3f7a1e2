import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { endsRight, partRanges } from '../../../../src/verifying/service/fileEnds.ts';

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

test('the beginning of gzip unpacks as far as it goes; its end tells nothing', () => {
  const packed = gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251)));
  expect(endsRight('bulk/genes.tsv.gz', packed.subarray(0, packed.length - 20), true)).toBe(true);
  expect(endsRight('bulk/genes.tsv.gz', Buffer.from('<html>'), true)).toBe(false);
  expect(endsRight('bulk/genes.tsv.gz', packed.subarray(-20), false)).toBe(true);
});
