/**
 * How near genomes are by their nucleotides: MinHash sketches, and the distance that Mash computes from two of them (Ondov and
 * others, 2016): about the share of bases that differ.
 */
import { someAtOnce } from './fetching.ts';
import { baseDigits, genomeOf } from './sequences.ts';

const wordLength = 16;
const mostHashes = 1000;
// Of Mash, too; its hash function is another, so that distances agree but for chance.
const seed = 42;

export const mashExplanation =
  'The Mash distance is about the share of bases that differ, from the 1,000 smallest hashes of words of 16 bases; it is 1 where none is in common.';

/** The finalizer of MurmurHash3, a bijection of 32 bits. */
function hashOf(word: number): number {
  let hash = word ^ seed;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The smallest hashes of its words of 16 bases, each on the strand whose word is the smaller number; in order. */
export function sketchOf(sequence: string): Uint32Array {
  const hashes = new Uint32Array(sequence.length);
  let [forward, reverse, known, count] = [0, 0, 0, 0];
  for (let at = 0; at < sequence.length; at++) {
    const digit = baseDigits[sequence.charCodeAt(at)] ?? -1;
    known = digit < 0 ? 0 : known + 1;
    // Two bits a base: a word has just 32.
    forward = ((forward << 2) | (digit & 3)) >>> 0;
    reverse = ((reverse >>> 2) | ((3 - (digit & 3)) << 30)) >>> 0;
    if (known >= wordLength) hashes[count++] = hashOf(Math.min(forward, reverse));
  }
  const sorted = hashes.subarray(0, count).sort();
  let used = 0;
  for (const hash of sorted) {
    if (used > 0 && sorted[used - 1] === hash) continue;
    sorted[used++] = hash;
    if (used === mostHashes) break;
  }
  return sorted.slice(0, used);
}

/** From 0, the same words, to 1, none in common; of a sketch without a hash, 1. */
export function mashDistance(a: Uint32Array, b: Uint32Array): number {
  let [first, second, seen, shared] = [0, 0, 0, 0];
  while (seen < mostHashes && first < a.length && second < b.length) {
    const [x = 0, y = 0] = [a[first], b[second]];
    if (x === y) shared++;
    if (x <= y) first++;
    if (y <= x) second++;
    seen++;
  }
  // The rest of the longer one is in the union, too.
  seen = Math.min(mostHashes, seen + (a.length - first) + (b.length - second));
  if (shared === 0) return 1;
  const jaccard = shared / seen;
  return Math.min(1, Math.max(0, -Math.log((2 * jaccard) / (1 + jaccard)) / wordLength));
}

const kept = new Map<string, Uint32Array>();

/** The sketches of phages that have a genome, in order; `tell` is called with how many are there. Rejects with Unavailable. */
export async function fetchSketches(
  names: readonly string[],
  tell: (read: number) => void,
): Promise<readonly Uint32Array[]> {
  let done = 0;
  await someAtOnce(names, async (name) => {
    if (!kept.has(name)) kept.set(name, sketchOf(await genomeOf(name)));
    tell(++done);
  });
  return names.map((name) => kept.get(name) ?? new Uint32Array());
}
