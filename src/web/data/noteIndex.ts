/**
 * The vocabulary of notes, `web/notes.json`: each distinct text with its families and how many genes have it.
 * `web/morefamilies.json` has the families of frequent notes that are too many for it.
 */
import { fieldsOf, listOf, numberOf, numbersOf, textsOf } from './json.ts';

/** In characters: the index has no longer notes. `noteCounts.ts` of the build says so, too. */
export const longestNote = 200;

export interface NotedFamily {
  readonly pham: number;
  /** How many of its genes have the note. */
  readonly count: number;
}

export interface NotedFamilies {
  readonly text: string;
  readonly genes: number;
  /** The most frequent first. */
  readonly families: readonly NotedFamily[];
  /** How many more families there are. */
  readonly more: number;
}

export function noteIndexOf(json: unknown): readonly NotedFamilies[] {
  const index = fieldsOf(json);
  const genes = numbersOf(index['genes']);
  const more = numbersOf(index['more']);
  const families = listOf(index['families']);
  return textsOf(index['notes']).map((text, row) => ({
    text,
    genes: genes[row] ?? 0,
    families: pairsOf(families[row]),
    more: more[row] ?? 0,
  }));
}

/** How many distinct notes the site has that are not in the index; null where they are too many to be counted. */
export function notesLeftOut(json: unknown): number | null {
  return numberOf(fieldsOf(json)['left_out']);
}

/** By the text of the note. */
export function moreFamiliesOf(json: unknown): ReadonlyMap<string, readonly NotedFamily[]> {
  const index = fieldsOf(json);
  const families = listOf(index['families']);
  return new Map(textsOf(index['notes']).map((text, row) => [text, pairsOf(families[row])]));
}

/** From PhamID and count by turns. */
function pairsOf(value: unknown): readonly NotedFamily[] {
  const pairs = numbersOf(value);
  return pairs.flatMap((pham, at) =>
    at % 2 === 0 && pham !== null ? [{ pham, count: pairs[at + 1] ?? 0 }] : [],
  );
}
