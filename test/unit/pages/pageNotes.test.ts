import { describe, expect, test } from 'vitest';
import { genesOn, namedRows } from '../views/someNotes.ts';

describe('notes', () => {
  test('grow as far as they must, and hold each text once', () => {
    const stretches = Array.from(
      { length: 500 },
      (_, at) => [at, 0, 2, `phage ${at % 3}`] as const,
    );
    const notes = genesOn(...stretches);
    expect(notes.texts).toEqual(['phage 0', 'phage 1', 'phage 2']);
    expect(namedRows(notes)[499]).toEqual([[499, 100, 121, 2], 'phage 1']);
  });

  test('without a text point to none', () => {
    const notes = genesOn([1, 0, 1, '']);
    expect(notes.texts).toEqual([]);
    expect(namedRows(notes)).toEqual([[[1, 100, 110, 1], '']]);
  });
});
