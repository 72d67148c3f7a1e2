/** Finds the known name that a misspelt one was probably meant to be. */
import { distance } from 'fastest-levenshtein';

const minPrefixLength = 3;

/** The nearest of `known` when few enough letters differ, or are left out at the end, to call it a slip. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let smallest = Math.max(2, Math.floor(name.length / 3)) + 1;
  const said = name.toLowerCase();
  for (const candidate of known) {
    const meant = candidate.toLowerCase();
    // As many letters at least must be added or taken away.
    if (said.length - meant.length >= smallest) continue;
    const isBeginning = said.length >= minPrefixLength && meant.startsWith(said);
    const edits = isBeginning ? Math.min(2, distance(said, meant)) : distance(said, meant);
    if (edits < smallest && edits < said.length) {
      smallest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}
