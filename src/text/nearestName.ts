/** Finds the known name that a misspelt one was probably meant to be. */
import { distance } from 'fastest-levenshtein';

const minPrefixLength = 3;

/** The nearest of `known` by edit distance, or by prefix, if near enough to be a typing error. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let smallest = Math.max(2, Math.floor(name.length / 3)) + 1;
  const said = name.toLowerCase();
  for (const candidate of known) {
    const meant = candidate.toLowerCase();
    const isBeginning = said.length >= minPrefixLength && meant.startsWith(said);
    // A lower bound of the edit distance.
    const unlike = said.length - meant.length;
    if ((isBeginning ? unlike : Math.abs(unlike)) >= smallest) continue;
    const edits = isBeginning ? Math.min(2, distance(said, meant)) : distance(said, meant);
    if (edits < smallest && edits < said.length) {
      smallest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}
