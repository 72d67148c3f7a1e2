/** Where two genomes have the same bases: all words of a length that both have, joined along their diagonals. */
import { reverseComplement } from './sequences.ts';

/** Bases counted from 0; a reversed one runs down in the second genome: from `second` to `second - length`. */
export interface Match {
  readonly first: number;
  readonly second: number;
  readonly length: number;
  readonly isReversed: boolean;
}

// Two unrelated genomes of 50,000 bases share few words of this length by chance, related ones many.
const wordLength = 14;
// What occurs more often is a repeat that would fill the plot.
const mostPlaces = 20;

export function matchesOf(first: string, second: string): readonly Match[] {
  const index = wordsIn(first);
  const backward = reverseComplement(second);
  return [
    ...diagonals(index, second).map((match) => ({ ...match, isReversed: false })),
    ...diagonals(index, backward).map(({ first: from, second: at, length }) => ({
      first: from,
      second: second.length - at,
      length,
      isReversed: true,
    })),
  ];
}

const plain = /^[ACGT]+$/;

function wordsIn(sequence: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let at = 0; at + wordLength <= sequence.length; at++) {
    const word = sequence.slice(at, at + wordLength);
    const known = places.get(word);
    if (known !== undefined) known.push(at);
    else if (plain.test(word)) places.set(word, [at]);
  }
  return places;
}

function diagonals(index: ReadonlyMap<string, readonly number[]>, other: string) {
  const found: { first: number; second: number; length: number }[] = [];
  // The last match on each diagonal, which the next word may continue.
  const last = new Map<number, (typeof found)[number]>();
  for (let at = 0; at + wordLength <= other.length; at++) {
    const places = index.get(other.slice(at, at + wordLength)) ?? [];
    if (places.length > mostPlaces) continue;
    for (const place of places) {
      const before = last.get(place - at);
      if (before !== undefined && before.second + before.length >= at) {
        before.length = at + wordLength - before.second;
        continue;
      }
      const match = { first: place, second: at, length: wordLength };
      found.push(match);
      last.set(place - at, match);
    }
  }
  return found;
}
