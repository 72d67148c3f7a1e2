import { expect, test } from 'vitest';
import { comparePlaces, showPlace } from '../../../src/text/findings.ts';

test('places are in the order of the pieces, and of the lines within one', () => {
  const ordered = [
    { rank: 0, line: 2 },
    { rank: 0, line: 10 },
    { rank: 1, line: 1 },
  ];
  expect(ordered.toReversed().sort(comparePlaces)).toEqual(ordered);
});

test('a place is named as compilers do', () => {
  expect(showPlace({ file: 'data/genes/a.ndjson', line: 7 })).toBe('data/genes/a.ndjson:7');
});
