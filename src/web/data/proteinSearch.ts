/**
 * Finds the gene families of proteins by the site's index: common seeds, the rarest first, say which proteins may be alike;
 * these are aligned.
 */
import { codedLength, seedsOf } from '../../text/seeds.ts';
import { addresses } from './fetching.ts';
import { alignLocally, bitScore, expectedByChance, type LocalAlignment } from './localAlignment.ts';
import {
  type Fields,
  fieldsOf,
  groupedBy,
  listOf,
  numberOf,
  numbersOf,
  textOf,
} from '../../text/values.ts';

export type ProteinIndex = Readonly<ReturnType<typeof proteinIndexOf>>;

export function proteinIndexOf(json: unknown) {
  const index = fieldsOf(json);
  const numberIn = (name: string) => numberOf(index[name]) ?? 0;
  const firsts = (name: string) => numbersOf(index[name]).map((first) => first ?? 0);
  return {
    families: numberIn('families'),
    genes: numberIn('genes'),
    leftOut: numberIn('genes_left_out'),
    aminoAcids: numberIn('amino_acids'),
    seeds: firsts('seeds'),
    proteins: firsts('proteins'),
    lengths: bytesOf(index['lengths']),
    /** Empty where one file has all seeds. */
    rarities: bytesOf(index['rarities']),
  };
}

/** A protein that stands for its family, or for a gene without one, aligned with what was pasted. */
export interface ProteinHit extends LocalAlignment {
  readonly pham: number | null;
  readonly gene: string;
  readonly notes: string;
  /** Its length in amino acids. */
  readonly length: number;
  readonly bits: number;
  /** How many such hits are expected by chance. */
  readonly expected: number;
}

export interface SearchLimits {
  /** The most seeds that are asked for, and proteins that are aligned. */
  readonly seeds: number;
  readonly aligned: number;
}

export const ofOneProtein: SearchLimits = { seeds: 76, aligned: 30 };
/** Of many at once, so that not all of the index is fetched. */
export const ofMany: SearchLimits = { seeds: 40, aligned: 6 };

// A hit that chance makes as often as this is none.
const mostExpected = 0.01;

/** Reads a file of the site as JSON. */
type Read = (address: string) => Promise<unknown>;

/** The hits of a protein in capitals, the best first. Rejects as `read` does. */
export async function searchProtein(
  index: ProteinIndex,
  read: Read,
  protein: string,
  limits: SearchLimits,
): Promise<ProteinHit[]> {
  const likely = await likelyProteins(index, read, protein, limits);
  const hits = await Promise.all(
    likely.map(async (number): Promise<ProteinHit | null> => {
      const file = placeBefore(index.proteins, number);
      const { proteins } = fieldsOf(await read(addresses.proteins(file + 1)));
      const row = listOf(listOf(proteins)[number - (index.proteins[file] ?? 0)]);
      const [pham, gene, notes, target] = row;
      const aligned = alignLocally(protein, textOf(target));
      if (aligned === null) return null;
      return {
        ...aligned,
        pham: numberOf(pham),
        gene: textOf(gene),
        notes: textOf(notes),
        length: textOf(target).length,
        bits: bitScore(aligned.score),
        expected: expectedByChance(aligned.score, protein.length, index.aminoAcids),
      };
    }),
  );
  return hits
    .filter((hit) => hit !== null)
    .filter(({ expected }) => expected <= mostExpected)
    .sort((a, b) => b.score - a.score || b.identities - a.identities);
}

// Proteins of some length have common seeds by chance; short ones would be found by a few, though.
const leastLength = 60;

/** The numbers of the proteins with the most telling seeds in common, for their length. */
async function likelyProteins(
  index: ProteinIndex,
  read: Read,
  protein: string,
  limits: SearchLimits,
): Promise<number[]> {
  const { rarities, lengths } = index;
  const rarityOf = (seed: number) =>
    rarities.length === 0 ? 1 : ((rarities[seed >> 1] ?? 0) >> (seed % 2 === 0 ? 4 : 0)) & 15;
  const seeds = [...new Set(seedsOf(protein))]
    .filter((seed) => seed >= 0 && rarityOf(seed) > 0)
    .sort((a, b) => rarityOf(a) - rarityOf(b) || a - b);
  const asked = rarities.length === 0 ? seeds : seeds.slice(0, limits.seeds);
  const weights = new Float64Array(lengths.length);
  const ofFiles = groupedBy(asked, (seed) => placeBefore(index.seeds, seed));
  await Promise.all(
    [...ofFiles].map(async ([file, own]) => {
      const json = fieldsOf(await read(addresses.proteinSeeds(file + 1)));
      const lists = listsOf(json, index.seeds[file] ?? 0);
      for (const seed of own) {
        const having = lists.get(seed) ?? [];
        // The fewer have it, the more it says.
        const weight = Math.log((weights.length + 1) / having.length);
        for (const number of having) weights[number] = (weights[number] ?? 0) + weight;
      }
    }),
  );
  const found = [...weights.keys()].filter((number) => (weights[number] ?? 0) > 0);
  const scores = new Map(
    found.map((number) => {
      const length = codedLength(lengths[number] ?? 0);
      return [number, (weights[number] ?? 0) / Math.sqrt(length + leastLength)];
    }),
  );
  const scoreOf = (number: number) => scores.get(number) ?? 0;
  return found.sort((a, b) => scoreOf(b) - scoreOf(a) || a - b).slice(0, limits.aligned);
}

/** The proteins that have each seed of a file, in order. */
type SeedLists = ReadonlyMap<number, Uint32Array>;

const decoded = new WeakMap<Fields, SeedLists>();

/** Decodes a file once. `first` is the first of its seeds. */
function listsOf(file: Fields, first: number): SeedLists {
  const known = decoded.get(file);
  if (known !== undefined) return known;
  const bytes = bytesOf(file['lists']);
  let at = 0;
  const next = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  const lists = new Map<number, Uint32Array>();
  for (let seed = first; at < bytes.length;) {
    seed += next();
    const proteins = new Uint32Array(Math.min(next(), bytes.length));
    let protein = 0;
    for (const member of proteins.keys()) proteins[member] = protein += next();
    lists.set(seed, proteins);
  }
  decoded.set(file, lists);
  return lists;
}

/** The place of the last number that is at most `value`, in a list in order. */
function placeBefore(numbers: readonly number[], value: number): number {
  let [from, to] = [0, numbers.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? 0) <= value) from = middle;
    else to = middle;
  }
  return from;
}

function bytesOf(base64: unknown): Uint8Array {
  const letters = atob(textOf(base64));
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
