/** What the site's indexes have of one function: its notes and families, and how much they leave out. */
import { addresses } from './addresses.ts';
import { familiesOf } from './families.ts';
import { fetchJson, isMissing, Unavailable } from './fetching.ts';
import { type FunctionFamily, functionFamilies, notesMatching } from './functionFamilies.ts';
import { moreFamiliesOf, type NotedFamilies, noteIndexOf, notesLeftOut } from './noteIndex.ts';

export interface FoundFunction {
  readonly notes: readonly NotedFamilies[];
  readonly families: readonly FunctionFamily[];
  /** Whether a gene with these notes is meant; with just this note also where the index has it in another case only. */
  readonly isMeant: (notes: string) => boolean;
  /** How many notes the index has, and how many more the site has; null where they are too many to be counted. */
  readonly known: number;
  readonly leftOut: number | null;
}

/** Rejects with Unavailable. */
export async function findFunction(text: string, isExact: boolean): Promise<FoundFunction> {
  const [index, families] = await Promise.all([
    fetchJson(addresses.noteIndex),
    fetchJson(addresses.families).then(familiesOf),
  ]);
  const all = noteIndexOf(index);
  const notes = notesMatching(all, text, isExact);
  const isCut = notes.some(({ more }) => more > 0);
  const rest = moreFamiliesOf(
    isCut ? await fetchJson(addresses.moreFamilies).catch(asIncomplete) : null,
  );
  const texts = new Set(notes.map((note) => note.text));
  if (isExact) texts.add(text);
  return {
    notes,
    families: functionFamilies(notes, rest, families),
    isMeant: (own) => texts.has(own),
    known: all.length,
    leftOut: notesLeftOut(index),
  };
}

/** A file that must be there is not like an index that a site does without: numbers would be wrong without it. */
function asIncomplete(error: unknown): never {
  if (isMissing(error)) {
    throw new Unavailable('The index of notes needs this file.', error.address, false);
  }
  throw error;
}
