import { describe, expect, test } from 'vitest';
import { createNoteBook, geneColumns, phageColumns } from '../../../src/records/notes.ts';
import {
  countNotes,
  createPlaces,
  noteIndexes,
  recordPlaces,
} from '../../../src/sinks/noteCounts.ts';
import { genesOn } from './someNotes.ts';

function counted(genes: readonly (readonly [string, number])[], most?: number) {
  const book = createNoteBook(geneColumns);
  book.add(1, 0, 0, 0, 0);
  genes.forEach(([text, pham], at) => {
    // Each gene says another colour of its family.
    book.addGene(1, pham < 0 ? 0 : book.pointToPham(pham, at), 0, book.pointTo(text));
  });
  return countNotes(book.finish(), most);
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

  test('has notes that differ by case only as one, in the spelling of most genes', () => {
    const spelt = [
      ['Lysin A', 7],
      ['lysin A', 7],
      ['Lysin a', -1],
      ['lysin A', 9],
      ['Holin', 3],
      ['holin', 3],
    ] as const;
    expect(noteIndex(counted(spelt))).toEqual({
      notes: ['lysin A', 'Holin'],
      genes: [4, 2],
      families: [
        [7, 2, 9, 1],
        [3, 2],
      ],
      more: [0, 0],
      left_out: 0,
    });
  });

  test('has none where there are more pairs than are counted', () => {
    const four = genes.filter(([text]) => text !== '');
    expect(counted(four, 3)).toBeNull();
    expect(counted(four, 4)).not.toBeNull();
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

  test('counts long remarks among what is left out, each once', () => {
    const long = ['x'.repeat(201), `${'x'.repeat(201)}y`, 'x'.repeat(200)];
    const remarks = [...long, ...long].map((text, n) => [text, n % 2] as const);
    expect(noteIndex(counted(remarks))).toMatchObject({ notes: [long[2]], left_out: 2 });
  });
});

describe('places', () => {
  const notes = genesOn([1, 0, 2, 'A'], [1, 2, 3, 'B'], [2, 0, 1, 'B'], [3, 0, 2, '']);
  const all = recordPlaces(notes);

  test('of all genes are their pages, with first byte and end', () => {
    const rows = Array.from({ length: 8 }, (_, at) => [...all.subarray(3 * at, 3 * at + 3)]);
    expect(rows.map(([page, from]) => [page, from])).toEqual([
      ...[100, 111, 122, 133, 144].map((from) => [1, from]),
      [2, 100],
      [3, 100],
      [3, 111],
    ]);
    expect(rows.every(([, from = 0, to]) => to === from + 10)).toBe(true);
  });

  test('of a range are the same as among all, wherever it begins and ends', () => {
    const placesIn = createPlaces(notes);
    for (let first = 0; first <= 8; first++) {
      for (let count = 0; first + count <= 8; count++) {
        expect(placesIn([{ first, count }])).toEqual(all.subarray(3 * first, 3 * (first + count)));
      }
    }
    const some = [6, 1].map((first) => ({ first, count: 1 }));
    expect([...placesIn(some)]).toEqual([...all.subarray(18, 21), ...all.subarray(3, 6)]);
  });

  test('of records with a row each are those of the rows', () => {
    const book = createNoteBook(phageColumns);
    for (const row of [1, 2, 3]) book.add(row, 10 * row, 10 * row + 5, ...Array(9).fill(0));
    expect([...createPlaces(book.finish())([{ first: 1, count: 2 }])]).toEqual([
      2, 20, 25, 3, 30, 35,
    ]);
  });
});
