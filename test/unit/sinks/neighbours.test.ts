import { describe, expect, test } from 'vitest';
import type { FieldNames } from '../../../src/contract/siteOptions.ts';
import { groupByPham } from '../../../src/records/phams.ts';
import {
  createNoteBook,
  geneColumns,
  packColor,
  type PageNotes,
} from '../../../src/records/notes.ts';
import {
  neighbourFiles,
  neighboursFile,
  planNeighbours,
  shareNeighbourhoods,
} from '../../../src/sinks/neighbours.ts';

type NotedGene = readonly [
  phage: string,
  start: number,
  pham: number | null,
  notes?: string | undefined,
];

/** Genes in the order of their list; below 0 is the Start, and 1, of one that is read backwards, 0 is none. */
function notesOf(genes: readonly NotedGene[], colorOf = (_gene: number) => '#00ff00'): PageNotes {
  const book = createNoteBook(geneColumns);
  for (const [at, [phage, start, pham, notes = '']] of genes.entries()) {
    const color = packColor(Buffer.from(colorOf(at)), 1);
    book.add(1, at * 10, at * 10, 0, book.pointTo(phage));
    book.addGene(
      at * 10 + 9,
      pham === null ? 0 : book.pointToPham(pham, color),
      start,
      book.pointTo(notes),
    );
  }
  return book.finish();
}

interface Place {
  readonly place: number;
  readonly gene_count: number;
  readonly pham_count: number;
  readonly phams: readonly { PhamID: number | null; Color: string | null; gene_count: number }[];
  readonly note_count: number;
  readonly notes: readonly { Notes: string; gene_count: number }[];
}

/** The text of a pham: when all are planned, and when it alone is, these are the same. */
function textOf(notes: PageNotes, id: number, names: FieldNames = {}): string {
  const groups = groupByPham(notes);
  const [among, alone] = [null, new Set([id])].map((wanted) => {
    const around = shareNeighbourhoods(notes, groups, wanted, names);
    // As it is sent to a thread.
    const made = [...planNeighbours(groups, wanted, around)].flatMap((planned) =>
      Array.from(neighbourFiles(structuredClone(planned)), ({ path, bytes }) => {
        return { path, text: Buffer.from(bytes).toString() };
      }),
    );
    expect(made.map(({ path }) => path)).toEqual(
      [...(wanted ?? groups.ids)].map((one) => neighboursFile(one)),
    );
    return made.find(({ path }) => path === neighboursFile(id))?.text;
  });
  expect(alone).toBe(among);
  return among ?? '';
}

function placesOf(id: number, notes: PageNotes): (at: number) => Place {
  const { places }: { places: Place[] } = JSON.parse(textOf(notes, id));
  expect(places.map(({ place }) => place)).toEqual([-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]);
  return (at) => places[at + 5]!;
}

const phamsAt = (place: Place) => place.phams.map(({ PhamID }) => PhamID);

describe('the neighbours of a pham', () => {
  test.each<[what: string, genes: NotedGene[], around: Record<number, (number | null)[]>]>([
    [
      'are those beside its genes by Start, not by their list',
      // As text, 10 comes before 2.
      [
        ['A', 1, 1],
        ['A', 40, 4],
        ['A', 20, 7],
        ['A', 30, 3],
        ['B', 21, 8],
      ],
      { [-2]: [], [-1]: [1], 0: [7], 1: [3], 2: [4], 3: [] },
    ],
    [
      'are those beside its genes by Start where one needs more than 32 bits',
      [
        ['A', 3e9, 3],
        ['A', -(2 ** 32 + 7), 4],
        ['A', 20, 7],
        ['A', 1, 1],
      ],
      { [-1]: [1], 0: [7], 1: [3], 2: [4] },
    ],
    [
      'of a gene that is read backwards lie the other way round',
      [
        ['A', 1, 1],
        ['A', -20, 7],
        ['A', 30, 3],
      ],
      { [-1]: [3], 1: [1] },
    ],
    [
      'of a gene that is read backwards end where its genome does',
      [
        ['A', -1, 7],
        ['A', 2, 1],
        ['A', 3, 2],
        ['B', 1, 8],
      ],
      { [-3]: [], [-2]: [2], [-1]: [1], 1: [] },
    ],
    [
      'of one Start stay in the order of their list',
      [
        ['A', 5, 2],
        ['A', 5, 7],
        ['A', 5, 1],
      ],
      { [-1]: [2], 1: [1] },
    ],
    [
      'are none where a gene has no phage or no Start',
      [
        ['', 1, 7],
        ['', 2, 1],
        ['A', 1, 2],
        ['A', 0, 7],
        ['A', 2, 3],
      ],
      { [-1]: [], 0: [7], 1: [] },
    ],
  ])('%s', (_what, genes, around) => {
    const at = placesOf(7, notesOf(genes));
    const found = Object.keys(around).map((place) => [place, phamsAt(at(Number(place)))]);
    expect(Object.fromEntries(found)).toEqual(around);
  });

  test('are counted over all phages, the most frequent first, then by number and by text', () => {
    const beside = [9, 9, 10, 2, null, 10].map((pham, at) => [
      [`P${at}`, 1, 7] as const,
      [`P${at}`, 2, pham, ['b', '\u{1F9EC}', '\uFF5E', 'b', '', 'a'][at]] as const,
    ]);
    const { phams, notes, ...counts } = placesOf(7, notesOf(beside.flat()))(1);
    expect(counts).toEqual({ place: 1, gene_count: 6, pham_count: 4, note_count: 5 });
    expect(phams.map(({ PhamID, gene_count: of }) => [PhamID, of])).toEqual([
      [9, 2],
      [10, 2],
      [2, 1],
      [null, 1],
    ]);
    expect(phams.at(-1)).toMatchObject({ Color: null });
    // By code point: U+FF5E stands before what is beyond U+FFFF.
    expect(notes.map(({ Notes }) => Notes)).toEqual(['b', '', 'a', '\uFF5E', '\u{1F9EC}']);
  });

  test('beyond the twentieth are only counted', () => {
    const many = Array.from({ length: 30 }, (_, at) => [
      [`P${at}`, 1, 7] as const,
      [`P${at}`, 2, 100 + at, `note ${at}`] as const,
    ]);
    const place = placesOf(7, notesOf(many.flat()))(1);
    expect([place.pham_count, place.note_count]).toEqual([30, 30]);
    expect([place.phams.length, place.notes.length]).toEqual([20, 20]);
  });

  test('are written under the names of the site, and escaped as records are', () => {
    const notes = notesOf([
      ['A', 1, 7, 'a\u2028"b'],
      ['A', 1e15, 1e15],
    ]);
    const names = { PhamID: 'pham', Notes: 'product', places: 'around', place: 'at' };
    const text = textOf(notes, 7, names);
    expect(text).toMatch(
      /^\{"pham":7,"Color":"#00ff00","gene_count":1,"phage_count":1,"around":\[/,
    );
    expect(text).toContain('{"at":0,"gene_count":1,');
    expect(text).toContain('{"product":"a\\u2028\\"b","gene_count":1}');
    expect(text).toContain('{"pham":1000000000000000,');
  });
});
