import { describe, expect, test } from 'vitest';
import { createFactCollector, forEachColor } from '../../../src/validation/pieceFacts.ts';

function colorsOf(colors: Float64Array): (readonly [number, number, number])[] {
  const all: (readonly [number, number, number])[] = [];
  forEachColor(colors, (pham, color, line) => void all.push([pham, color, line]));
  return all;
}

describe('the facts of a piece', () => {
  test('are each kept once, with the line where they were said first', () => {
    const facts = createFactCollector();
    for (const line of [3, 5, 9]) {
      facts.noteSummary('Quillon', '{"PhageID":"Quillon"}', line);
      facts.notePhagePart('Quillon', line);
      facts.notePhageName('Quillon', line);
      facts.noteColor(7, 0xff00ff, line);
    }
    const { summaries, phageParts, phageNames, colors } = facts.finish();
    expect(summaries).toEqual([{ phageId: 'Quillon', text: '{"PhageID":"Quillon"}', line: 3 }]);
    expect(phageParts).toEqual([{ text: 'Quillon', line: 3 }]);
    expect(phageNames).toEqual([{ text: 'Quillon', line: 3 }]);
    expect(colorsOf(colors)).toEqual([[7, 0xff00ff, 3]]);
  });

  test('keep every variant, also those that come in turn', () => {
    const facts = createFactCollector();
    for (const [line, color] of [1, 2, 3, 1, 2, 3].entries()) facts.noteColor(7, color, line);
    facts.noteColor(8, 2, 9);
    facts.noteSummary('Quillon', '{"a":1}', 1);
    facts.noteSummary('Quillon', '{"a":2}', 2);
    facts.noteSummary('Vexmoor', '{"a":3}', 3);
    facts.notePhagePart('Quillon', 1);
    facts.notePhagePart('quillon', 2);
    const { summaries, phageParts, colors } = facts.finish();
    expect(colorsOf(colors)).toEqual([
      [7, 1, 0],
      [7, 2, 1],
      [7, 3, 2],
      [8, 2, 9],
    ]);
    expect(summaries.map(({ text, line }) => [text, line])).toEqual([
      ['{"a":1}', 1],
      ['{"a":2}', 2],
      ['{"a":3}', 3],
    ]);
    expect(phageParts.map(({ text }) => text)).toEqual(['Quillon', 'quillon']);
  });

  test('take the largest PhamID there may be, and the colours black and white', () => {
    const facts = createFactCollector();
    facts.noteColor(Number.MAX_SAFE_INTEGER, 0, 1);
    facts.noteColor(Number.MAX_SAFE_INTEGER - 1, 0xffffff, 2);
    facts.noteColor(0, 0, 3);
    expect(colorsOf(facts.finish().colors)).toEqual([
      [Number.MAX_SAFE_INTEGER, 0, 1],
      [Number.MAX_SAFE_INTEGER - 1, 0xffffff, 2],
      [0, 0, 3],
    ]);
  });

  test('are forgotten with the piece', () => {
    const facts = createFactCollector();
    facts.noteColor(7, 1, 1);
    facts.noteColor(7, 2, 1);
    facts.notePhagePart('Quillon', 1);
    facts.notePhageName('Quillon', 1);
    facts.noteSummary('Quillon', '{}', 1);
    facts.finish();
    const none = facts.finish();
    expect([none.summaries, none.phageParts, none.phageNames, [...none.colors]]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    facts.noteColor(7, 1, 4);
    facts.noteColor(7, 2, 5);
    facts.notePhagePart('Quillon', 4);
    const next = facts.finish();
    expect(colorsOf(next.colors)).toEqual([
      [7, 1, 4],
      [7, 2, 5],
    ]);
    expect(next.phageParts).toEqual([{ text: 'Quillon', line: 4 }]);
  });
});
