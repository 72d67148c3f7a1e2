/** The vocabulary of notes, `web/notes.json`: each distinct text with its families and how many genes have it. */
import { fieldsOf, listOf, numberOf, numbersOf, textsOf } from './json.ts';

export interface NotedFamilies {
  readonly text: string;
  readonly genes: number;
  /** The most frequent first. */
  readonly families: readonly { readonly pham: number; readonly count: number }[];
  /** How many more families there are. */
  readonly more: number;
}

export function noteIndexOf(json: unknown): readonly NotedFamilies[] {
  const index = fieldsOf(json);
  const genes = numbersOf(index['genes']);
  const more = numbersOf(index['more']);
  const families = listOf(index['families']);
  return textsOf(index['notes']).map((text, row) => {
    const pairs = numbersOf(families[row]);
    const paired = pairs.flatMap((pham, at) =>
      at % 2 === 0 && pham !== null ? [{ pham, count: numberOf(pairs[at + 1]) ?? 0 }] : [],
    );
    return { text, genes: genes[row] ?? 0, families: paired, more: more[row] ?? 0 };
  });
}
