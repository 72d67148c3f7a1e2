/** Where two genomes have the same bases: all words of a length that both have, joined along their diagonals. */
import { baseDigits, reverseComplement } from './sequences.ts';

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
  const index = placesOf(wordsIn(first));
  return [
    ...diagonals(index, wordsIn(second)).map((match) => ({ ...match, isReversed: false })),
    ...diagonals(index, wordsIn(reverseComplement(second))).map(
      ({ first: from, second: at, length }) => ({
        first: from,
        second: second.length - at,
        length,
        isReversed: true,
      }),
    ),
  ];
}

const bits = 2;
const allBits = 2 ** (bits * wordLength) - 1;
const noWord = -1;

/** The word that begins at each base, as a number; `noWord` where one of its bases is not known. */
function wordsIn(sequence: string): Int32Array {
  const words = new Int32Array(Math.max(0, sequence.length - wordLength + 1)).fill(noWord);
  let word = 0;
  // How many bases are known up to here.
  let known = 0;
  for (let at = 0; at < sequence.length; at++) {
    const digit = baseDigits[sequence.charCodeAt(at)] ?? -1;
    known = digit < 0 ? 0 : known + 1;
    word = ((word << bits) | (digit & 3)) & allBits;
    if (known >= wordLength) words[at - wordLength + 1] = word;
  }
  return words;
}

const buckets = 2 ** 17;

function bucketOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> 15;
}

/** A hash table of words: those of a bucket lead from the last, in `lasts`, to the first, where `before` is -1. */
interface Places {
  readonly words: Int32Array;
  readonly lasts: Int32Array;
  readonly before: Int32Array;
}

function placesOf(words: Int32Array): Places {
  const lasts = new Int32Array(buckets).fill(-1);
  const before = new Int32Array(words.length);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? noWord;
    if (word === noWord) continue;
    before[at] = lasts[bucketOf(word)] ?? -1;
    lasts[bucketOf(word)] = at;
  }
  return { words, lasts, before };
}

function diagonals({ words: own, lasts, before }: Places, words: Int32Array) {
  const found: { first: number; second: number; length: number }[] = [];
  // The last match on each diagonal, which the next word may continue.
  const last = new Map<number, (typeof found)[number]>();
  const places: number[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? noWord;
    if (word === noWord) continue;
    places.length = 0;
    let place = lasts[bucketOf(word)] ?? -1;
    for (; place >= 0 && places.length <= mostPlaces; place = before[place] ?? -1)
      if (own[place] === word) places.push(place);
    if (places.length > mostPlaces) continue;
    for (const first of places.toReversed()) {
      const match = last.get(first - at);
      if (match !== undefined && match.second + match.length >= at) {
        match.length = at + wordLength - match.second;
        continue;
      }
      const next = { first, second: at, length: wordLength };
      found.push(next);
      last.set(first - at, next);
    }
  }
  return found;
}
