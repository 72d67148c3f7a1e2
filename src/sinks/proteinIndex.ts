/**
 * The index by which the pages for people find proteins like a pasted one: a protein of each gene family, and of each gene
 * without a family. Which of them have a seed stands in files that are cut by seeds; the proteins themselves in others.
 */
import { identitiesOf } from '../base/keyChanges.ts';
import { inWeighedChunks } from '../base/threads.ts';
import { assetFolder } from '../contract/sitePaths.ts';
import type { FieldNames } from '../contract/siteOptions.ts';
import { type SiteFile, textFile } from '../describing/fixedFiles.ts';
import { geneFields } from '../generated/plainRecords.ts';
import {
  geneCount,
  type PageNotes,
  phamAt,
  productAt,
  sortByNumber,
  textAt,
} from '../records/notes.ts';
import { groupByPham } from '../records/phams.ts';
import { lengthCode, rarityOf, seedCount, seedsOf } from '../text/seeds.ts';
import { counted, mergeSpellings } from '../text/values.ts';
import { createGeneReader, placesOf, rangesOf, stringOf } from './maker.ts';
import { createPlaces, longestNote } from './noteCounts.ts';
import { openPages } from './pageBuilder.ts';
import { packTexts, sharedText, type SharedTexts } from './recordLines.ts';
import { type Change, isSameList } from './view.ts';

// Of a family, the first gene in order of GeneID that has a translation is taken; so many are looked at.
const mostOfFamily = 4;

// Data without families would have an index as large as itself. Those beyond are counted, and the pages say so.
const mostLoose = 100_000;

const noPham = -1;

/** The genes that may stand for something, in order of PhamID, then those without a family. */
export interface ChosenGenes {
  /** The PhamID of each; `noPham` for none. */
  readonly phams: Float64Array;
  /** The place of each among all genes. */
  readonly ranks: Uint32Array;
  /** The beginning of the notes that most genes of its family have, or of its own; '' for none. */
  readonly notes: readonly string[];
  /** Genes without a family that are left out. */
  readonly leftOut: number;
}

/** `notes` are of all pages of genes. */
export function chooseGenes(notes: PageNotes): ChosenGenes {
  const { ids, numberOf } = groupByPham(notes);
  const numberAt = (gene: number) => numberOf[phamAt(notes, gene)] ?? 0;
  const taken = new Uint32Array(ids.length + 1);
  const all = geneCount(notes);
  const genes = new Uint32Array(Math.min(all, mostOfFamily * ids.length + mostLoose));
  let used = 0;
  let leftOut = 0;
  for (let gene = 0; gene < all; gene++) {
    const number = numberAt(gene);
    if (taken[number] === (number === 0 ? mostLoose : mostOfFamily)) {
      if (number === 0) leftOut++;
      continue;
    }
    taken[number] = (taken[number] ?? 0) + 1;
    genes[used++] = gene;
  }
  // Those without a family come last.
  const placeOf = (at: number) => (numberAt(genes[at] ?? 0) || ids.length + 1) - 1;
  const chosenOf = sortByNumber(used, placeOf, ids.length + 1);
  const ranks = new Uint32Array(used);
  for (let place = 0, end = 0; place <= ids.length; place++)
    for (const at of chosenOf(place)) ranks[end++] = genes[at] ?? 0;
  const phams = Float64Array.from(ranks, (gene) => ids[numberAt(gene) - 1] ?? noPham);
  const ofFamilies = familyNotes(notes, numberAt, ids.length);
  const texts = Array.from(ranks, (gene) => {
    const text = ofFamilies[numberAt(gene) - 1] ?? textAt(notes, productAt(notes, gene));
    return text.slice(0, longestNote);
  });
  return { phams, ranks, notes: texts, leftOut };
}

/** The notes that most genes of each family have, of those with any. `numberAt` gives the number of a gene's family, from 1. */
function familyNotes(
  notes: PageNotes,
  numberAt: (gene: number) => number,
  families: number,
): readonly string[] {
  const genesOf = sortByNumber(geneCount(notes), numberAt, families + 1);
  return Array.from({ length: families }, (_, at) => {
    const products = genesOf(at + 1)
      .map((gene) => productAt(notes, gene))
      .filter((product) => product !== 0);
    const [first] = products;
    if (products.every((product) => product === first)) return textAt(notes, first);
    const counts = Array.from(
      counted(products),
      ([one, genes]) => [textAt(notes, one), genes] as const,
    );
    return mergeSpellings(counts)[0]?.[0] ?? '';
  });
}

/** Whether the index of the live site still holds: the same genes may stand for the same, and neither they nor their notes have changed. */
export function keepsProteinIndex({ before, now, ranks }: Change): boolean {
  if (ranks === null) return false;
  if (isSameList({ ranks })) return true;
  const [old, own] = [chooseGenes(before), chooseGenes(now)];
  if (old.leftOut !== own.leftOut || old.phams.length !== own.phams.length) return false;
  const identitiesBefore = identitiesOf(geneCount(before), ranks.before);
  const identities = identitiesOf(geneCount(now), ranks.now);
  return own.phams.every((pham, at) => {
    const identity = identities[own.ranks[at] ?? 0] ?? -1;
    const isSame = identity >= 0 && identity === identitiesBefore[old.ranks[at] ?? 0];
    return isSame && pham === old.phams[at] && own.notes[at] === old.notes[at];
  });
}

export interface ProteinTask extends Pick<ChosenGenes, 'phams' | 'notes'> {
  /** Page, first byte and end of each gene. */
  readonly places: Uint32Array;
  /** The folder with the site's pages. */
  readonly dir: string;
  readonly fieldNames: FieldNames;
}

/** A protein that stands for its family, or for its gene where `pham` is null. */
export interface StandingProtein {
  readonly pham: number | null;
  readonly gene: string;
  /** As in `ChosenGenes`. */
  readonly notes: string;
  readonly protein: string;
}

const genesPerTask = 4096;

/** The tasks whose results `renderProteinIndex` takes, in this order; `ofPages` are the notes of all pages of genes. */
export function* proteinTasks(
  { phams, ranks, notes }: ChosenGenes,
  ofPages: PageNotes,
  { dir, fieldNames }: Pick<ProteinTask, 'dir' | 'fieldNames'>,
): Generator<ProteinTask> {
  const placesIn = createPlaces(ofPages);
  for (let from = 0, to = 0; from < phams.length; from = to) {
    to = Math.min(from + genesPerTask, phams.length);
    // A family is never divided.
    while (to < phams.length && phams[to] !== noPham && phams[to] === phams[to - 1]) to++;
    const places = placesIn(Array.from(ranks.subarray(from, to), (first) => ({ first, count: 1 })));
    const some = { phams: phams.slice(from, to), notes: notes.slice(from, to) };
    yield { dir, fieldNames, ...some, places };
  }
}

const genesPerRead = 256;

/** In memory that threads share: with an object for each, a million proteins would take twice as much. */
export function packProteins(proteins: readonly StandingProtein[]): SharedTexts {
  return packTexts(proteins.length, (at) => {
    const { pham = null, gene, notes, protein } = proteins[at] ?? {};
    return JSON.stringify([pham, gene, notes, protein]);
  });
}

type ProteinEntry = readonly [pham: number | null, gene: string, notes: string, protein: string];

function* entriesIn(parts: readonly SharedTexts[]): Generator<string> {
  for (const part of parts) for (const at of part.ends.keys()) yield sharedText(part, at);
}

/** A worker's task: reads the proteins that stand for some families and genes. Throws if a page cannot be read. */
export function proteinPart({ dir, fieldNames, phams, notes, places }: ProteinTask): SharedTexts {
  const { GeneID, Translation } = geneFields;
  const found: StandingProtein[] = [];
  const pages = openPages(dir);
  try {
    const readGenes = createGeneReader({ read: pages.read, fieldNames });
    const readSome = (wanted: Uint32Array): readonly (StandingProtein | null)[] => {
      const genes = readGenes(placesOf(places, wanted));
      const textIn = (at: number, field: number) => stringOf(genes, at, field) ?? '';
      return Array.from(wanted, (number, at) => {
        const protein = textIn(at, Translation).toUpperCase().replace(/\*$/, '');
        if (protein === '') return null;
        const pham = phams[number] ?? noPham;
        return {
          pham: pham === noPham ? null : pham,
          gene: textIn(at, GeneID),
          notes: notes[number] ?? '',
          protein,
        };
      });
    };
    const isFirst = (at: number) => phams[at] === noPham || phams[at] !== phams[at - 1];
    const firsts = Uint32Array.from(phams.keys()).filter(isFirst);
    for (let from = 0; from < firsts.length; from += genesPerRead) {
      const some = firsts.subarray(from, from + genesPerRead);
      for (const [at, standing] of readSome(some).entries()) {
        let one = standing;
        // Seldom: the next of its family.
        let next = (some[at] ?? 0) + 1;
        for (; one === null && next < phams.length && !isFirst(next); next++)
          [one = null] = readSome(Uint32Array.of(next));
        if (one !== null) found.push(one);
      }
    }
  } finally {
    pages.close();
  }
  return packProteins(found);
}

// A query reads 76 files of the one kind and 30 of the other at most, so that it fetches less than 1 MB of any site. Where
// all are not larger than that, one file has all.
const bytesPerSeedFile = 5200;
const mostInOneSeedFile = 76 * bytesPerSeedFile;
const bytesPerProteinFile = 8000;
const mostInOneProteinFile = 30 * bytesPerProteinFile;

export const proteinIndexFile = `${assetFolder}proteins.json`;
const seedFile = (number: number) => `${assetFolder}seeds-${number}.json`;
const proteinFile = (number: number) => `${assetFolder}proteins-${number}.json`;
const ofIndex = new RegExp(`^${assetFolder}(?:proteins|proteins-\\d+|seeds-\\d+)\\.json`);

// Lists of more seeds at a time would take more memory; each time, all proteins are read again.
const mostListed = 64 << 20;

/** `parts` come from the tasks of `chosen`. No files if no gene has a translation. */
export function* renderProteinIndex(
  parts: readonly SharedTexts[],
  { leftOut }: Pick<ChosenGenes, 'leftOut'>,
  most = mostListed,
): Generator<SiteFile> {
  const { families, lengths, weights, counts, sizes } = measure(parts);
  if (weights.length === 0) return;
  const seeds = Uint32Array.from(counts.keys()).filter((seed) => (counts[seed] ?? 0) > 0);
  const sizeAt = (at: number) => (sizes[seeds[at] ?? 0] ?? 0) + 1;
  const seedFiles = [...cut(seeds.length, sizeAt, bytesPerSeedFile, mostInOneSeedFile)];
  const weightAt = (at: number) => weights[at] ?? 0;
  const limits = [bytesPerProteinFile, mostInOneProteinFile] as const;
  const proteinFiles = [...cut(weights.length, weightAt, ...limits)];
  const index = {
    families,
    genes: weights.length - families,
    genes_left_out: leftOut,
    amino_acids: lengths.reduce((sum, length) => sum + length, 0),
    // The first of each file.
    seeds: seedFiles.map(([from]) => seeds[from] ?? 0),
    proteins: proteinFiles.map(([from]) => from),
    lengths: base64(Uint8Array.from(lengths, lengthCode)),
    // Of one file nothing is chosen.
    ...(seedFiles.length > 1 ? { rarities: base64(raritiesOf(counts)) } : {}),
  };
  yield textFile(proteinIndexFile, `${JSON.stringify(index)}\n`);
  let file = 0;
  const bytesIn = ([from, to]: Range) => sizes.subarray(seeds[from], seeds[to]).reduce(add, 0);
  const chunks = [...inWeighedChunks(seedFiles, bytesIn, { weight: most })];
  // One for all: memory as large as this is given back late.
  const room = new Uint8Array(Math.max(0, ...chunks.map(({ weight }) => weight)));
  for (const { chunk } of chunks) {
    const [first, end] = [seeds[chunk[0]?.[0] ?? 0] ?? 0, seeds[chunk.at(-1)?.[1] ?? 0]];
    const listOf = listSeeds(parts, counts, sizes, [first, end ?? seedCount], room);
    for (const [from, to] of chunk) {
      const text = JSON.stringify({ lists: base64(joinedLists(seeds.subarray(from, to), listOf)) });
      yield textFile(seedFile(++file), `${text}\n`);
    }
  }
  const entries = entriesIn(parts);
  for (const [number, [from, to]] of proteinFiles.entries()) {
    const some = Array.from({ length: to - from }, () => entries.next().value ?? '');
    yield textFile(proteinFile(number + 1), `{"proteins":[${some.join(',')}]}\n`);
  }
}

type Range = readonly [from: number, to: number];

const add = (sum: number, more: number) => sum + more;

/** Half a byte for each seed, the first in the high half. */
function raritiesOf(counts: Uint32Array): Uint8Array {
  return Uint8Array.from({ length: seedCount / 2 }, (_, pair) => {
    const [first = 0, second = 0] = counts.subarray(2 * pair, 2 * pair + 2);
    return rarityOf(first) * 16 + rarityOf(second);
  });
}

/** Before each list stands how far its seed is behind the one before. */
function joinedLists(seeds: Uint32Array, listOf: (seed: number) => Uint8Array): Uint8Array {
  const lists: Uint8Array[] = [];
  for (const [at, seed] of seeds.entries()) {
    const gap = new Uint8Array(mostOfNumber);
    const end = addNumber(gap, 0, at === 0 ? 0 : seed - (seeds[at - 1] ?? 0));
    lists.push(gap.subarray(0, end), listOf(seed));
  }
  return Buffer.concat(lists);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

/** Cuts so many items into ranges of so many bytes, but one where all are at most `mostInOne`. */
function* cut(
  count: number,
  bytesOf: (at: number) => number,
  most: number,
  mostInOne: number,
): Generator<Range> {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += bytesOf(at);
  yield* rangesOf(count, bytesOf, { genes: Infinity, bytes: sum <= mostInOne ? sum : most });
}

/** What is known of all proteins, and of all seeds: how many proteins have each, and the bytes of its list. */
function measure(parts: readonly SharedTexts[]) {
  const total = parts.reduce((sum, { ends }) => sum + ends.length, 0);
  const [lengths, weights] = [new Uint32Array(total), new Uint32Array(total)];
  const [counts, sizes] = [new Uint32Array(seedCount), new Uint32Array(seedCount)];
  let families = 0;
  const take = ([pham, , notes, protein]: ProteinEntry, number: number) => {
    if (pham !== null) families++;
    lengths[number] = protein.length;
    weights[number] = notes.length + protein.length;
  };
  forEachSeed(parts, take, (seed, gap) => {
    counts[seed] = (counts[seed] ?? 0) + 1;
    sizes[seed] = (sizes[seed] ?? 0) + sizeOfNumber(gap);
  });
  for (const [seed, count] of counts.entries())
    if (count > 0) sizes[seed] = (sizes[seed] ?? 0) + sizeOfNumber(count);
  return { families, lengths, weights, counts, sizes };
}

/**
 * The list of each seed in a range, written into `bytes`: how many proteins have it, and how far each of them is behind the
 * one before, as integers of seven bits a byte (LEB128).
 */
function listSeeds(
  parts: readonly SharedTexts[],
  counts: Uint32Array,
  sizes: Uint32Array,
  [first, end]: Range,
  bytes: Uint8Array,
): (seed: number) => Uint8Array {
  // Where the list of each begins, and what has been written of it.
  const ends = new Uint32Array(end - first + 1);
  for (let seed = first; seed < end; seed++)
    ends[seed - first + 1] = (ends[seed - first] ?? 0) + (sizes[seed] ?? 0);
  const starts = ends.slice();
  const write = (seed: number, value: number) => {
    ends[seed - first] = addNumber(bytes, ends[seed - first] ?? 0, value);
  };
  for (let seed = first; seed < end; seed++)
    if ((counts[seed] ?? 0) > 0) write(seed, counts[seed] ?? 0);
  forEachSeed(parts, null, (seed, gap) => {
    if (seed >= first && seed < end) write(seed, gap);
  });
  return (seed) => bytes.subarray(starts[seed - first], starts[seed - first + 1]);
}

/** Calls `visit` with each seed of each protein, once, and how far the protein is behind the last one with this seed. */
function forEachSeed(
  parts: readonly SharedTexts[],
  take: ((entry: ProteinEntry, number: number) => void) | null,
  visit: (seed: number, gap: number) => void,
): void {
  // Counted from 1.
  const last = new Uint32Array(seedCount);
  let number = 0;
  for (const text of entriesIn(parts)) {
    const entry: ProteinEntry = JSON.parse(text);
    take?.(entry, number);
    const seeds = seedsOf(entry[3]);
    for (let at = 0; at < seeds.length; at++) {
      const seed = seeds[at] ?? -1;
      if (seed < 0) continue;
      const before = last[seed] ?? 0;
      if (before === number + 1) continue;
      last[seed] = number + 1;
      visit(seed, before === 0 ? number : number + 1 - before);
    }
    number++;
  }
}

// There are fewer proteins than 2 ** 28.
const mostOfNumber = 4;

function sizeOfNumber(value: number): number {
  return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : mostOfNumber;
}

/** Writes a number at a place; returns its end. */
function addNumber(bytes: Uint8Array, at: number, value: number): number {
  let [rest, end] = [value, at];
  for (; rest >= 128; rest >>= 7) bytes[end++] = (rest & 127) | 128;
  bytes[end++] = rest;
  return end;
}

/** Whether a file is one of the index, or one of these compressed. */
export function isOfProteinIndex(file: string): boolean {
  return ofIndex.test(file);
}

/** The paths of the files of an index, by what its first file says; none if that is no such file. */
export function proteinIndexFiles(index: unknown): string[] {
  const { seeds, proteins } = (index ?? {}) as Readonly<Record<string, unknown>>;
  const numbered = (list: unknown, file: (number: number) => string) =>
    Array.isArray(list) ? list.map((_, at) => file(at + 1)) : [];
  return [...numbered(seeds, seedFile), ...numbered(proteins, proteinFile)];
}
