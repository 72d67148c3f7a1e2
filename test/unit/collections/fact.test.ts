import { expect, test } from 'vitest';
import { factsOf } from '../../../src/collections/collection.ts';
import { collections } from '../../../src/collections/collections.ts';
import { createFactCollectors } from '../../../src/collections/fact.ts';
import { phageParts } from '../../../src/collections/genes/geneIdCase.ts';
import { phamColors } from '../../../src/collections/genes/phamColor.ts';
import { phageSummaries } from '../../../src/collections/genes/phageSummary.ts';
import { genomeLengths } from '../../../src/collections/phages/genomeLengths.ts';
import { phageNames } from '../../../src/collections/phages/phageNameCase.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';

test('the facts of all collections have names of their own, by which they are kept and joined', () => {
  const facts = new Set(Object.values(collections).flatMap((one) => [...factsOf(one)]));
  const names = [...facts].map(({ name }) => name);
  expect(names).toContain('clusters');
  expect(names).toEqual([...new Set(names)]);
});

test('each variant is kept once, with the line where it was said first', () => {
  const facts = createFactCollectors([phageSummaries, phageParts, phageNames, phamColors]);
  for (const line of [3, 4, 7, 8]) {
    const name = line % 2 === 1 ? 'Quillon' : 'quillon';
    facts.of(phageSummaries).noteSummary('Quillon', `{"Name":"${name}"}`, line);
    facts.of(phageParts).noteText(name, line);
    facts.of(phageNames).noteText(name, line);
    facts.of(phamColors).noteColor(7, line % 2, line);
  }
  facts.of(phageSummaries).noteSummary('Vexmoor', '{"Name":"Vexmoor"}', 9);
  // The largest PhamID there may be, and the colours black and white.
  const [last, white] = [Number.MAX_SAFE_INTEGER, 0xffffff];
  facts.of(phamColors).noteColor(last, white, 9);
  facts.of(phamColors).noteColor(0, 0, 10);
  const texts = [
    { text: 'Quillon', line: 3 },
    { text: 'quillon', line: 4 },
  ];
  expect(facts.finish()).toEqual({
    summaries: [
      { phageId: 'Quillon', text: '{"Name":"Quillon"}', line: 3 },
      { phageId: 'Quillon', text: '{"Name":"quillon"}', line: 4 },
      { phageId: 'Vexmoor', text: '{"Name":"Vexmoor"}', line: 9 },
    ],
    phageParts: texts,
    phageNames: texts,
    colors: Float64Array.from([7, 1, 3, 7, 0, 4, last, white, 9, 0, 0, 10]),
  });
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
  const facts = createFactCollectors([genomeLengths]);
  for (const length of [7, 9, 0, null, 8]) {
    facts.note({ ...examplePhage, genome_length: length }, 1);
  }
  expect(facts.finish()).toEqual({ genomeLengths: new Map([[examplePhage.phage_name, 9]]) });
});
