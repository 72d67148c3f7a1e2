import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinNotes } from '../../../src/views/joinNotes.ts';
import {
  emptyNotes,
  forEachRow,
  geneColumns,
  type PageNotes,
  phageName,
  textAt,
} from '../../../src/views/pageNotes.ts';
import { createSliceList } from '../../../src/views/sliceList.ts';
import { genesOn } from './someNotes.ts';

/** The rows with their texts in place of the numbers that point to them. */
function readable(notes: PageNotes): (readonly [number[], string])[] {
  const rows: (readonly [number[], string])[] = [];
  forEachRow(notes, (row) =>
    rows.push([Array.from(row.subarray(0, phageName)), textAt(notes, row[phageName])]),
  );
  return rows;
}

describe('notes', () => {
  test('grow as far as they must, and hold each text once', () => {
    const stretches = Array.from(
      { length: 500 },
      (_, at) => [at, 0, 2, `phage ${at % 3}`] as const,
    );
    const notes = genesOn(...stretches);
    expect(notes.texts).toEqual(['phage 0', 'phage 1', 'phage 2']);
    expect(readable(notes)[499]).toEqual([[499, 100, 121, 2], 'phage 1']);
  });

  test('without a text point to none', () => {
    const notes = genesOn([1, 0, 1, '']);
    expect(notes.texts).toEqual([]);
    expect(readable(notes)).toEqual([[[1, 100, 110, 1], '']]);
  });
});

describe('notes of parts', () => {
  test('follow one another, and share their texts', () => {
    const joined = joinNotes(emptyNotes(geneColumns), [
      genesOn([1, 0, 2, 'A'], [1, 2, 1, '']),
      genesOn([2, 0, 3, 'B'], [3, 0, 1, 'A']),
    ]);
    expect(readable(joined).map(([, name]) => name)).toEqual(['A', '', 'B', 'A']);
    expect(joined.texts).toEqual(['A', 'B']);
  });

  test('take the place of the older ones of their pages, and of no others', () => {
    const before = genesOn([1, 0, 3, 'A'], [2, 0, 1, 'A'], [2, 1, 2, 'B'], [3, 0, 3, 'C']);
    const joined = joinNotes(before, [genesOn([2, 0, 2, 'C'], [2, 2, 1, 'D'])]);
    expect(readable(joined).map(([[page], name]) => `${page} ${name}`)).toEqual([
      '1 A',
      '2 C',
      '2 D',
      '3 C',
    ]);
    // What nothing points to any more is gone.
    expect(joined.texts).toEqual(['A', 'C', 'D']);
  });

  test('give what was noted at once, whichever pages were noted again', () => {
    const names = fc.array(fc.constantFrom('A', 'B', ''), { minLength: 1, maxLength: 3 });
    const notesOf = (pages: readonly (readonly [number, readonly string[]])[]) =>
      genesOn(...pages.flatMap(([page, of]) => of.map((name, at) => [page, at, 1, name] as const)));
    fc.assert(
      fc.property(fc.array(fc.tuple(names, names, fc.boolean()), { maxLength: 6 }), (pages) => {
        const old = pages.map(([was], page) => [page, was] as const);
        const again = pages.flatMap(([, is, isAgain], page) =>
          isAgain ? [[page, is] as const] : [],
        );
        const all = pages.map(([was, is, isAgain], page) => [page, isAgain ? is : was] as const);
        const parts = again.map((page) => notesOf([page]));
        expect(joinNotes(notesOf(old), parts)).toEqual(notesOf(all));
      }),
    );
  });
});

test('slices that stand side by side are one', () => {
  const list = createSliceList();
  const places = [
    [1, 100, 110],
    [1, 111, 121],
    [1, 133, 143],
    [2, 144, 154],
  ];
  for (const place of places) list.add(Uint32Array.from(place));
  expect([...list.finish()]).toEqual([1, 100, 121, 1, 133, 143, 2, 144, 154]);
});
