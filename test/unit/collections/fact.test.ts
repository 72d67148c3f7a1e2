import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/collections/collection.ts';
import { collections } from '../../../src/collections/collections.ts';
import { createFactCollectors } from '../../../src/collections/fact.ts';
import { phageParts } from '../../../src/collections/genes/geneIdCase.ts';
import { forEachColor, phamColors } from '../../../src/collections/genes/phamColor.ts';
import { phageSummaries } from '../../../src/collections/genes/phageSummary.ts';
import { genomeLengths } from '../../../src/collections/phages/genomeLengths.ts';
import { phageNames } from '../../../src/collections/phages/phageNameCase.ts';
import type { PlacedText } from '../../../src/collections/textFact.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';

/** The collectors of a piece, and what they have collected. */
function collectors() {
  const facts = createFactCollectors([phageSummaries, phageParts, phageNames, phamColors]);
  const { noteSummary } = facts.of(phageSummaries);
  const { noteText: notePhagePart } = facts.of(phageParts);
  const { noteText: notePhageName } = facts.of(phageNames);
  const { noteColor } = facts.of(phamColors);
  const finish = () => {
    const piece = facts.finish();
    const colors: (readonly [number, number, number])[] = [];
    forEachColor(piece['colors'] as Float64Array, (pham, color, line) => {
      colors.push([pham, color, line]);
    });
    const textsOf = (name: string) => piece[name] as PlacedText[];
    const [summaries, parts, names] = ['summaries', 'phageParts', 'phageNames'].map(textsOf);
    return { summaries, parts, names, colors };
  };
  return { noteSummary, notePhagePart, notePhageName, noteColor, finish };
}

test('the facts of all collections have names of their own, by which they are kept and joined', () => {
  const facts = new Set(Object.values(collections).flatMap((one) => [...factsOf(one)]));
  const names = [...facts].map(({ name }) => name);
  expect(names).toContain('clusters');
  expect(names).toEqual([...new Set(names)]);
});

describe('the facts of a piece', () => {
  test('are each kept once, with the line where they were said first', () => {
    const facts = collectors();
    for (const line of [3, 5, 9]) {
      facts.noteSummary('Quillon', '{"PhageID":"Quillon"}', line);
      facts.notePhagePart('Quillon', line);
      facts.notePhageName('Quillon', line);
      facts.noteColor(7, 0xff00ff, line);
    }
    const { summaries, parts, names, colors } = facts.finish();
    expect(summaries).toEqual([{ phageId: 'Quillon', text: '{"PhageID":"Quillon"}', line: 3 }]);
    expect(parts).toEqual([{ text: 'Quillon', line: 3 }]);
    expect(names).toEqual([{ text: 'Quillon', line: 3 }]);
    expect(colors).toEqual([[7, 0xff00ff, 3]]);
  });

  test('keep every variant, also those that come in turn', () => {
    const facts = collectors();
    for (const [line, color] of [1, 2, 3, 1, 2, 3].entries()) facts.noteColor(7, color, line);
    facts.noteColor(8, 2, 9);
    facts.noteSummary('Quillon', '{"a":1}', 1);
    facts.noteSummary('Quillon', '{"a":2}', 2);
    facts.noteSummary('Vexmoor', '{"a":3}', 3);
    facts.notePhagePart('Quillon', 1);
    facts.notePhagePart('quillon', 2);
    const { summaries, parts, colors } = facts.finish();
    expect(colors).toEqual([
      [7, 1, 0],
      [7, 2, 1],
      [7, 3, 2],
      [8, 2, 9],
    ]);
    expect(summaries?.map(({ text, line }) => [text, line])).toEqual([
      ['{"a":1}', 1],
      ['{"a":2}', 2],
      ['{"a":3}', 3],
    ]);
    expect(parts?.map(({ text }) => text)).toEqual(['Quillon', 'quillon']);
  });

  test('take the largest PhamID there may be, and the colours black and white', () => {
    const facts = collectors();
    facts.noteColor(Number.MAX_SAFE_INTEGER, 0, 1);
    facts.noteColor(Number.MAX_SAFE_INTEGER - 1, 0xffffff, 2);
    facts.noteColor(0, 0, 3);
    expect(facts.finish().colors).toEqual([
      [Number.MAX_SAFE_INTEGER, 0, 1],
      [Number.MAX_SAFE_INTEGER - 1, 0xffffff, 2],
      [0, 0, 3],
    ]);
  });

  test('are taken of whole records, too, as far as these have them', () => {
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

  test('of genomes are the longest length of each name', () => {
    const facts = createFactCollectors([genomeLengths]);
    for (const length of [7, 9, 0, null, 8]) {
      facts.note({ ...examplePhage, genome_length: length }, 1);
    }
    expect(facts.finish()).toEqual({
      genomeLengths: new Map([[examplePhage.phage_name, 9]]),
    });
  });
});
