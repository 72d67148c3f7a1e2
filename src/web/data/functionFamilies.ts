/** The gene families whose genes are said to do the same: what the indexes know of one function across all phages. */
import type { Families } from './families.ts';
import type { NotedFamilies, NotedFamily } from './noteIndex.ts';
import { createNoteSearch } from './noteSearch.ts';

export interface FunctionFamily {
  readonly pham: number;
  /** How many of its genes have one of the notes. */
  readonly noted: number;
  /** Its notes among those, the most frequent first. */
  readonly notes: readonly { readonly text: string; readonly count: number }[];
  /** All of its genes, and the phages that they are in. */
  readonly genes: number;
  readonly phages: number;
}

/** The notes that a reader means: those with these words, or just this one, in any case. */
export function notesMatching(
  all: readonly NotedFamilies[],
  text: string,
  isExact: boolean,
): readonly NotedFamilies[] {
  if (!isExact) return createNoteSearch(all)(text);
  const wanted = text.toLowerCase();
  return all.filter((note) => note.text.toLowerCase() === wanted);
}

/** The families of the notes, those with the most such genes first; `rest` has what the index leaves out of frequent notes. */
export function functionFamilies(
  notes: readonly NotedFamilies[],
  rest: ReadonlyMap<string, readonly NotedFamily[]>,
  { genesOf, phagesOf }: Families,
): readonly FunctionFamily[] {
  const found = new Map<number, { text: string; count: number }[]>();
  for (const { text, families } of notes) {
    for (const { pham, count } of [...families, ...(rest.get(text) ?? [])]) {
      const own = found.get(pham);
      if (own === undefined) found.set(pham, [{ text, count }]);
      else own.push({ text, count });
    }
  }
  return [...found]
    .map(([pham, own]) => ({
      pham,
      noted: own.reduce((sum, { count }) => sum + count, 0),
      notes: own.sort((a, b) => b.count - a.count),
      genes: genesOf(pham),
      phages: phagesOf(pham),
    }))
    .sort((a, b) => b.noted - a.noted || a.pham - b.pham);
}

const functionSorts = ['noted', 'pham', 'genes', 'phages'] as const;
type FunctionSort = (typeof functionSorts)[number];

export interface FunctionOrder {
  readonly sort: FunctionSort;
  readonly isDescending: boolean;
}

/** What `sort` of the address says: a column, behind `-` from the greatest on; else as they come. */
export function functionOrderOf(text: string | null): FunctionOrder {
  const sort = functionSorts.find((one) => one === text?.replace(/^-/, ''));
  return sort === undefined
    ? { sort: 'noted', isDescending: true }
    : { sort, isDescending: text?.startsWith('-') === true };
}

export function inOrder(
  families: readonly FunctionFamily[],
  { sort, isDescending }: FunctionOrder,
): readonly FunctionFamily[] {
  const direction = isDescending ? -1 : 1;
  return [...families].sort((a, b) => direction * (a[sort] - b[sort]) || a.pham - b.pham);
}
