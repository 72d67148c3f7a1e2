import { expect, test } from 'vitest';
import { createFactCollectors, factsOf } from '../../../src/records/collection.ts';
import { collections } from '../../../src/records/collections.ts';
import { phageParts } from '../../../src/records/geneRules.ts';
import { phageSummaries, phamColors } from '../../../src/records/summaries.ts';
import { lengthsClaimed } from '../../../src/records/phageRules.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { factsFrom } from './someFacts.ts';

test('the facts of all collections have names of their own, by which they are kept and joined', () => {
  const facts = new Set(Object.values(collections).flatMap((one) => [...factsOf(one)]));
  const names = [...facts].map(({ name }) => name);
  expect(names).toContain('clusters');
  expect(names).toEqual([...new Set(names)]);
});

test('the largest PhamID there may be, and the colours black and white, are facts', () => {
  const facts = createFactCollectors([phamColors]);
  const rows = [
    [Number.MAX_SAFE_INTEGER, 0xffffff, 9],
    [0, 0, 10],
  ] as const;
  for (const [pham, color, line] of rows) facts.of(phamColors).noteColor(pham, color, line);
  expect(facts.finish()).toEqual({ colors: Float64Array.from(rows.flat()) });
});

test('facts are taken of whole records, as far as these have them', () => {
  const facts = createFactCollectors([phageSummaries, phageParts, phamColors]);
  facts.note(exampleGene, 4);
  facts.note({ ...exampleGene, GeneID: null, PhageID: null, PhamID: null }, 5);
  const { PhageID, PhamID } = exampleGene;
  expect(facts.finish()).toEqual({
    summaries: [{ phageId: PhageID.PhageID, text: JSON.stringify(PhageID), line: 4 }],
    phageParts: [{ text: 'Quillon', line: 4 }],
    colors: Float64Array.from([PhamID.PhamID, Number.parseInt(PhamID.Color.slice(1), 16), 4]),
  });
});

test('of genomes the longest length of each name is known', () => {
  const lengths = [7, 9, 0, null, 8].map((length) => ({ ...examplePhage, genome_length: length }));
  const claimed = lengthsClaimed(factsFrom({ phages: lengths }));
  expect(claimed).toEqual(new Map([[examplePhage.phage_name, 9]]));
});
