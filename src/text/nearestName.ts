/** Finds the known name that a misspelt one was probably meant to be. */
import { distance } from 'fastest-levenshtein';

/** The nearest of `known` when few enough letters differ to call it a slip; otherwise undefined. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let smallest = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < smallest) {
      smallest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}
