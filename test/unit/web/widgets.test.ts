import { expect, test } from 'vitest';
import { noteIndexes } from '../../../src/sinks/noteCounts.ts';
import { longestNote, noteIndexOf } from '../../../src/web/data/indexes.ts';
import { leftOutText, noNotesText, noteLink } from '../../../src/web/widgets.tsx';

test('links lead to whole notes that the index can have, and that can be seen', () => {
  expect(noteLink('lysin A')).toBe('?note=lysin+A&exact=yes');
  expect(noteLink('x'.repeat(longestNote))).toContain('exact=yes');
  expect(noteLink(`${'x'.repeat(longestNote - 1)}😀`)).toBeNull();
  for (const blank of ['', '   ', '\u200B', ' \u200B\t']) expect(noteLink(blank)).toBeNull();
});

test('the index has notes of the length that pages link to, and no longer ones', () => {
  const texts = [longestNote, longestNote + 1].map((length) => 'x'.repeat(length));
  const { index } = noteIndexes(texts.map((text) => [text, [1, 1]]));
  expect(noteIndexOf(index).notes.map(({ text }) => text.length)).toEqual([longestNote]);
});

test('that no gene has a note is said only where all notes are in the index', () => {
  const said = (text: string, known: number, leftOut: number | null) =>
    noNotesText(text, { known, leftOut });
  expect(said('lysin', 5, 0)).toBe('No gene has such notes.');
  expect(said('lysin', 0, 0)).toBe('No gene of this site has notes.');
  expect(said('lysin', 2000, 1234)).toBe(
    'Such notes are not among the 2,000 most frequent ones. 1,234 rare or very long ones are not searched.',
  );
  expect(said('lysin', 2000, 1)).toContain('One rare or very long one is not searched.');
  expect(said('x'.repeat(201), 5, 0)).toBe('Notes of more than 200 characters are not searched.');
  expect(said('lysin', 0, null)).toMatch(/too many different ones/);
  expect([leftOutText(0), leftOutText(null)]).toEqual(['', '']);
});
