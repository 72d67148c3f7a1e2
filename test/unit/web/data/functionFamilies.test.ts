import { expect, test } from 'vitest';
import { familiesOf } from '../../../../src/web/data/families.ts';
import {
  functionFamilies,
  functionOrderOf,
  inOrder,
  notesMatching,
} from '../../../../src/web/data/functionFamilies.ts';
import { moreFamiliesOf, noteIndexOf, notesLeftOut } from '../../../../src/web/data/noteIndex.ts';

const notes = noteIndexOf({
  notes: ['lysin A', 'Lysin A', 'lysin B'],
  genes: [9, 2, 1],
  families: [
    [7, 5, 9, 2],
    [9, 2],
    [3, 1],
  ],
  more: [1, 0, 0],
});
const rest = moreFamiliesOf({ notes: ['lysin A'], families: [[4, 1]] });
const families = familiesOf({ id: [3, 1, 3, 2], genes: [8, 1, 5, 4], phages: [8, 1, 3, 4] });

test('one note is meant in any case, words mean all notes with them', () => {
  expect(notesMatching(notes, 'LYSIN A', true).map(({ text }) => text)).toEqual([
    'lysin A',
    'Lysin A',
  ]);
  expect(notesMatching(notes, 'lysin', true)).toEqual([]);
  expect(notesMatching(notes, 'lysin', false)).toHaveLength(3);
});

test('families of several notes are counted once, with those that the index has no room for', () => {
  expect(functionFamilies(notesMatching(notes, 'lysin a', true), rest, families)).toEqual([
    { pham: 7, noted: 5, notes: [{ text: 'lysin A', count: 5 }], genes: 5, phages: 3 },
    {
      pham: 9,
      noted: 4,
      notes: [
        { text: 'lysin A', count: 2 },
        { text: 'Lysin A', count: 2 },
      ],
      genes: 4,
      phages: 4,
    },
    { pham: 4, noted: 1, notes: [{ text: 'lysin A', count: 1 }], genes: 1, phages: 1 },
  ]);
});

test('families come in the order that the address asks for', () => {
  const all = functionFamilies(notes, rest, families);
  const ordered = (sort: string | null) =>
    inOrder(all, functionOrderOf(sort)).map(({ pham }) => pham);
  expect(ordered(null)).toEqual([7, 9, 3, 4]);
  expect(ordered('noted')).toEqual([3, 4, 9, 7]);
  expect(ordered('-phages')).toEqual([3, 9, 7, 4]);
  expect(ordered('pham')).toEqual([3, 4, 7, 9]);
  expect(ordered('what is no column')).toEqual(ordered(null));
});

test('a site says how many notes its index leaves out, or that they are too many', () => {
  expect(notesLeftOut({ left_out: 3 })).toBe(3);
  expect(notesLeftOut({ left_out: null })).toBeNull();
});
