import { describe, expect, test } from 'vitest';
import { createNoteCounts, mergeNotes, noteIndexes } from '../../../src/sinks/noteCounts.ts';

function counted(genes: readonly (readonly [string, number])[], most?: number) {
  const counts = createNoteCounts(most);
  for (const [text, pham] of genes) counts.add(text, pham);
  return counts.rows();
}

const noteIndex = (rows: ReturnType<typeof counted>) => noteIndexes(rows).index;

const genes = [
  ['lysin', 7],
  ['holin', 3],
  ['lysin', 9],
  ['lysin', 9],
  ['', 3],
  ['portal', -1],
] as const;

describe('the index of notes', () => {
  test('has each text with its families, the most frequent first', () => {
    expect(noteIndex(counted(genes))).toEqual({
      notes: ['lysin', 'holin', 'portal'],
      genes: [3, 1, 1],
      families: [[9, 2, 7, 1], [3, 1], []],
      more: [0, 0, 0],
      left_out: 0,
    });
  });

  test('does not depend on how the genes are divided', () => {
    for (const at of [0, 1, 3, 5]) {
      const parts = [counted(genes.slice(0, at)), counted(genes.slice(at))];
      expect(noteIndex(mergeNotes(parts))).toEqual(noteIndex(counted(genes)));
    }
  });

  test('has none where there are more pairs than are counted, however these are divided', () => {
    const four = genes.filter(([text]) => text !== '');
    expect(counted(four, 3)).toBeNull();
    expect(counted(four, 4)).not.toBeNull();
    const halves = [counted(four.slice(0, 2), 3), counted(four.slice(2), 3)];
    expect(mergeNotes(halves, createNoteCounts(3))).toBeNull();
    expect(noteIndex(null)).toMatchObject({ notes: [], left_out: null });
  });

  test('is bounded: two thousand notes, fifty families each, no long remarks', () => {
    const many = Array.from({ length: 2100 }, (_, n) => [`note ${n}`, n] as const);
    expect(noteIndex(counted(many))).toMatchObject({ left_out: 100 });
    const wide = Array.from({ length: 60 }, (_, n) => ['one', n] as const);
    expect(noteIndex(counted(wide))).toMatchObject({ genes: [60], more: [10] });
  });

  test('leaves the other families of a note to a file of their own, which only such notes need', () => {
    const wide = Array.from({ length: 53 }, (_, pham) => ['one', pham] as const);
    const often = [0, 52].map((pham) => ['one', pham] as const);
    expect(noteIndexes(counted([...wide, ...often, ...genes])).rest).toEqual({
      notes: ['one'],
      families: [[49, 1, 50, 1, 51, 1]],
    });
    expect(noteIndexes(counted(wide.slice(0, 50))).rest).toBeNull();
    expect(noteIndexes(null).rest).toBeNull();
  });

  test('counts long remarks among what is left out, each once however the genes are divided', () => {
    const long = ['x'.repeat(201), `${'x'.repeat(201)}y`, 'x'.repeat(200)];
    const remarks = [...long, ...long].map((text, n) => [text, n % 2] as const);
    const index = noteIndex(counted(remarks));
    expect(index).toMatchObject({ notes: [long[2]], left_out: 2 });
    const parts = [counted(remarks.slice(0, 2)), counted(remarks.slice(2))];
    expect(noteIndex(mergeNotes(parts))).toEqual(noteIndex(mergeNotes([counted(remarks)])));
    expect(noteIndex(mergeNotes(parts))).toMatchObject({ left_out: 2 });
  });
});
