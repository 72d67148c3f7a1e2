import { expect, test } from 'vitest';
import { createFactCollector } from '../../../../src/validation/pieceFacts.ts';
import { lineOf, noteRecord, placeOf } from '../../../../src/verifying/pages/noteFacts.ts';
import { exampleGene, examplePhage } from '../../generated/exampleRecords.ts';

test('a gene through the origin and the length of its genome are noted with their places', () => {
  const facts = createFactCollector();
  const gene = { ...exampleGene, Start: 90, Stop: 7, Length: 17 };
  noteRecord('genes', { ...gene }, facts, lineOf(3, 5));
  noteRecord('phages', { ...examplePhage, genome_length: 100 }, facts, lineOf(1, 0));
  const { wraps, genomeLengths } = facts.finish();
  expect(wraps).toMatchObject([{ start: 90, stop: 7, length: 17 }]);
  expect(placeOf({ rank: 0, line: wraps[0]?.line ?? 0 })).toEqual({ page: 3, index: 5 });
  expect(genomeLengths.get(examplePhage.phage_name)).toBe(100);
});
