import { expect, test } from 'vitest';
import { formatBytes, formatCount, formatCounted, formatSeconds } from '../../../src/text/words.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1399, '1,399'],
  [12_345_678, '12,345,678'],
])('%i is written %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, '0 genes'],
  [1, '1 gene'],
  [2, '2 genes'],
  [1000, '1,000 genes'],
])('%i of a noun is %s', (count, text) => {
  expect(formatCounted(count, 'gene')).toBe(text);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.00 kB'],
  [1234, '1.23 kB'],
  [9994, '9.99 kB'],
  [9995, '10.0 kB'],
  [99_949, '99.9 kB'],
  [99_950, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1.00 MB'],
  [490_000_000, '490 MB'],
  [16 << 20, '16.8 MB'],
  [1_500_000_000_000, '1.50 TB'],
  [2_000_000_000_000_000, '2000 TB'],
])('%i bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0.00 s'],
  [423, '0.42 s'],
  [9994, '9.99 s'],
  [9995, '10.0 s'],
  [12_345, '12.3 s'],
  [119_949, '119.9 s'],
  [119_951, '2 min 0 s'],
  [185_400, '3 min 5 s'],
  [3_600_000, '60 min 0 s'],
])('%i ms are written %s', (milliseconds, text) => {
  expect(formatSeconds(milliseconds)).toBe(text);
});
