import { expect, test } from 'vitest';
import type { Finding } from '../../../src/text/findings.ts';
import { createTakenPieces } from '../../../src/pipeline/readSources.ts';

const finding = (line: number): Finding => ({
  rule: 'schema',
  file: 'a',
  line,
  pointer: '',
  expected: 'x',
  found: 'y',
});
const piece = (lineBreaks: number, findings: Finding[] = [], isBlank = false) => {
  return { lineBreaks, isBlank, hash: '', findings, ofFile: [], uncounted: new Map() };
};

test('lines of pieces become lines of their files, in whatever order pieces come', () => {
  const pieces = createTakenPieces(4);
  pieces.note(3, 'b', piece(0, [finding(1)]));
  pieces.note(1, 'a', piece(5, [finding(2), finding(0)]));
  pieces.note(0, 'a', piece(10));
  pieces.note(2, 'a', piece(0, [finding(1)]));
  const locate = pieces.createLocate();
  expect(locate({ rank: 2, line: 1 })).toEqual({ file: 'a', line: 16 });
  const lines = [...pieces.reported(locate)].map(({ findings }) =>
    findings.map(({ line }) => line),
  );
  expect(lines).toEqual([[12, 0], [16], [1]]);
});

test('a file is blank when all its pieces are', () => {
  const pieces = createTakenPieces(3);
  pieces.note(0, 'a', piece(1, [], true));
  pieces.note(1, 'a', piece(1));
  pieces.note(2, 'b', piece(1, [], true));
  expect(pieces.blankFiles()).toEqual(new Set(['b']));
});
