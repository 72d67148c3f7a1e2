import { expect, test } from 'vitest';
import { hashLines, readHashLines } from '../../../src/text/hashLines.ts';

const files = [
  { path: 'genes/A b.ndjson', sha256: '0'.repeat(64) },
  { path: 'vercel.json', sha256: 'ab'.repeat(32) },
];

test('what is read of lines of hashes is what they were made of, whatever stands around them', () => {
  expect(readHashLines(`# Files\n\n${hashLines(files)}\nthe end`)).toEqual(files);
});

test('a line that is no hash and path is none of them', () => {
  expect(readHashLines(`${'0'.repeat(63)}  a\n${'0'.repeat(64)} a\n  ${hashLines(files)}`)).toEqual(
    [files[1]],
  );
});
