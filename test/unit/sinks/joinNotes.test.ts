import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinNotes } from '../../../src/sinks/noteCounts.ts';
import { genesOn, namedRows } from './someNotes.ts';

describe('notes of parts', () => {
  test('take the place of the older ones of their pages, and of no others', () => {
    const before = genesOn([1, 0, 3, 'A'], [2, 0, 1, 'A'], [2, 1, 2, 'B'], [3, 0, 3, 'C']);
    const joined = joinNotes(before, [genesOn([2, 0, 2, 'C'], [2, 2, 1, 'D'])]);
    expect(namedRows(joined).map(([[page], name]) => `${page} ${name}`)).toEqual([
      '1 A',
      '2 C',
      '2 D',
      '3 C',
    ]);
    // What nothing points to any more is gone.
    expect(joined.texts).toEqual(['A', 'C', 'D']);
  });

  test('give what was noted at once, whichever pages were noted again', () => {
    const pham = fc.constantFrom(null, 0, 7, 9, [7, '#abcdef'] as const, [7, '#ABCDEF'] as const);
    const stretch = fc.tuple(
      fc.constantFrom('A', 'B', ''),
      fc.array(pham, { minLength: 1, maxLength: 3 }),
    );
    const stretches = fc.array(stretch, { minLength: 1, maxLength: 3 });
    type Stretches = typeof stretches extends fc.Arbitrary<infer T> ? T : never;
    const notesOf = (pages: readonly (readonly [number, Stretches])[]) =>
      genesOn(
        ...pages.flatMap(([page, of]) =>
          of.map(([name, phams], at) => [page, at * 3, phams.length, name, phams] as const),
        ),
      );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(stretches, stretches, fc.boolean()), { maxLength: 6 }),
        (pages) => {
          const old = pages.map(([was], page) => [page, was] as const);
          const again = pages.flatMap(([, is, isAgain], page) =>
            isAgain ? [[page, is] as const] : [],
          );
          const all = pages.map(([was, is, isAgain], page) => [page, isAgain ? is : was] as const);
          const parts = again.map((page) => notesOf([page]));
          expect(joinNotes(notesOf(old), parts)).toEqual(notesOf(all));
        },
      ),
    );
  });
});
