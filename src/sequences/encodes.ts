/**
 * Whether a stretch of a genome encodes a protein, by any of the genetic codes of phages. Accepts what programs write
 * differently: an unusual start as M or as its own letter, and a stop at the end or none.
 */
import {
  type CodeNumber,
  codeNumbers,
  eitherOf,
  geneticCodes,
  indexOfBase,
  possibleLetters,
  reverseComplement,
} from './nucleotides.ts';

/** The position of a gene. */
export interface Stretch {
  /** Counted from 0. */
  readonly start: number;
  /** The end of its last base; less than `start` if it wraps around the origin. */
  readonly stop: number;
  /** The number of bases that are read: less than the stretch, or slightly more, if it is read in two parts. */
  readonly length: number;
  readonly isReverse: boolean;
}

const stop = '*'.charCodeAt(0);
const methionine = 'M'.charCodeAt(0);
const unknown = 'X'.charCodeAt(0);

// Larger than any codon index, and a sum of three still fits into a byte.
const ambiguous = 64;
/**
 * What each byte adds to the index of its codon, by its position in the codon: on the forward strand, and on the other.
 */
const asIs = (base: number) => base;
const complement = (base: number) => reverseComplement(Uint8Array.of(base))[0] ?? 0;
const [first, second, third] = [weights(16, asIs), weights(4, asIs), weights(1, asIs)] as const;
const [firstBack, secondBack, thirdBack] = [
  weights(16, complement),
  weights(4, complement),
  weights(1, complement),
] as const;

const forward = [first, second, third] as const;
const backward = [firstBack, secondBack, thirdBack] as const;

function weights(weight: number, read: (base: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, base) => {
    const index = indexOfBase[read(base)] ?? 4;
    return index < 4 ? weight * index : ambiguous;
  });
}

export const defaultCode = 11;
/** The letters of each code, in the order of `codeNumbers`. */
const codes = codeNumbers.map((number) => Buffer.from(geneticCodes[number].aminoAcids, 'latin1'));
/** The letter of each index in the usual code; 0, which is not a letter, for ambiguous bases. */
const letterOf = new Uint8Array(256);
letterOf.set(Buffer.from(geneticCodes[defaultCode].aminoAcids, 'latin1'));
/** Codons that start a gene in any of the codes: programs call genes by one code and translate by another. */
const starts = Uint8Array.from({ length: 64 }, (_, index) =>
  Number(codeNumbers.some((number) => geneticCodes[number].starts[index] === 'M')),
);

/** The number of bases between Start and Stop. */
export function spanOf({ start, stop: end }: Stretch, genomeLength: number): number {
  return end < start ? genomeLength - start + end : end - start;
}

/** The bases of the stretch, on the strand that is read. */
export function basesBetween(genome: Buffer, { start, stop: end, isReverse }: Stretch): Buffer {
  const bases =
    end < start
      ? Buffer.concat([genome.subarray(start), genome.subarray(0, end)])
      : genome.subarray(start, end);
  return isReverse ? reverseComplement(bases) : bases;
}

/** The letters of a protein without the stop at its end. */
export function withoutStop(protein: Buffer): Buffer {
  return protein.at(-1) === stop ? protein.subarray(0, -1) : protein;
}

/** The stretch must lie within the genome; the protein is in upper-case letters. */
export function encodes(genome: Buffer, stretch: Stretch, protein: Buffer): boolean {
  const letters = withoutStop(protein);
  const { length } = stretch;
  if (length !== 3 * letters.length && length !== 3 * (letters.length + 1)) return false;
  if (isPlainly(genome, stretch, letters)) return true;
  const bases = basesBetween(genome, stretch);
  return codes.some((code) => canRead(bases, length, letters, code));
}

/** The same for most genes, without copying a base: in one part, by the usual code, without ambiguous bases. */
function isPlainly(
  genome: Buffer,
  { start, stop: end, length, isReverse }: Stretch,
  letters: Buffer,
) {
  if (end - start !== length) return false;
  const codons = length / 3;
  const letter = (codon: number) => (codon < letters.length ? (letters[codon] ?? 0) : stop);
  const indexAt = (codon: number) =>
    isReverse
      ? indexOf(genome, end - 1 - 3 * codon, -1, backward)
      : indexOf(genome, start + 3 * codon, 1, forward);
  const stated = letter(0);
  const begins = indexAt(0);
  if (letterOf[begins] !== stated && (stated !== methionine || starts[begins] !== 1)) return false;
  if (letterOf[indexAt(codons - 1)] !== letter(codons - 1)) return codons === 1;
  return isReverse ? readsBackward(genome, end - 1, letters) : readsForward(genome, start, letters);
}

function indexOf(
  genome: Buffer,
  at: number,
  step: 1 | -1,
  [a, b, c]: readonly [Uint8Array, Uint8Array, Uint8Array],
): number {
  return (
    (a[genome[at] ?? 0] ?? 0) +
    (b[genome[at + step] ?? 0] ?? 0) +
    (c[genome[at + 2 * step] ?? 0] ?? 0)
  );
}

/** Whether three bases from `at` on are a stop codon by the usual code, on the strand that is read; no part of one is. */
export function isStopAt(genome: Buffer, at: number, isReverse: boolean): boolean {
  const index = isReverse ? indexOf(genome, at + 2, -1, backward) : indexOf(genome, at, 1, forward);
  return letterOf[index] === stop;
}

// Compares all letters after the first without a branch for each, by adding up differences: nearly all genes match.
function readsForward(genome: Buffer, start: number, letters: Buffer): boolean {
  let difference = 0;
  for (let codon = 1, at = start + 3; codon < letters.length; codon++, at += 3) {
    const index =
      (first[genome[at] ?? 0] ?? 0) +
      (second[genome[at + 1] ?? 0] ?? 0) +
      (third[genome[at + 2] ?? 0] ?? 0);
    difference |= (letterOf[index] ?? 0) ^ (letters[codon] ?? 0);
  }
  return difference === 0;
}

function readsBackward(genome: Buffer, last: number, letters: Buffer): boolean {
  let difference = 0;
  for (let codon = 1, at = last - 3; codon < letters.length; codon++, at -= 3) {
    const index =
      (firstBack[genome[at] ?? 0] ?? 0) +
      (secondBack[genome[at - 1] ?? 0] ?? 0) +
      (thirdBack[genome[at - 2] ?? 0] ?? 0);
    difference |= (letterOf[index] ?? 0) ^ (letters[codon] ?? 0);
  }
  return difference === 0;
}

/**
 * Whether a prefix and a suffix of `bases`, `length` bases in all and joined at one cut, encode these letters. The cut is
 * after the first codon and before the last: a Start or Stop that is off by one base would look like a cut within them.
 * Each side of the cut is examined once.
 */
function canRead(bases: Buffer, length: number, letters: Buffer, code: Buffer): boolean {
  const codons = length / 3;
  const skipped = bases.length - length;
  const reads = (codon: number, one: number, two: number, three: number) =>
    isLetter(
      codon,
      Uint8Array.of(bases[one] ?? 0, bases[two] ?? 0, bases[three] ?? 0),
      letters,
      code,
    );
  // This many codons match if the cut comes after them.
  let before = 0;
  while (before < codons && reads(before, 3 * before, 3 * before + 1, 3 * before + 2)) before++;
  if (before === codons && skipped === 0) return true;
  if (skipped === 0) return false;
  // All codons from this one on match if the cut comes before them.
  let behind = codons;
  while (behind > 0) {
    const at = 3 * (behind - 1) + skipped;
    if (at < 0 || !reads(behind - 1, at, at + 1, at + 2)) break;
    behind--;
  }
  if (Math.max(behind, 1) <= Math.min(before, codons - 1)) return true;
  if (before === 0 || behind === codons) return false;
  // The cut can only be in the one codon that is left.
  const at = 3 * before;
  const next = at + skipped;
  return (
    behind === before + 1 &&
    (reads(before, at, next + 1, next + 2) || reads(before, at, at + 1, next + 2))
  );
}

function isLetter(codon: number, bases: Uint8Array, letters: Buffer, code: Buffer): boolean {
  const letter = codon < letters.length ? (letters[codon] ?? 0) : stop;
  const index = codonIndex(bases);
  if (index < ambiguous) {
    return code[index] === letter || (codon === 0 && letter === methionine && starts[index] === 1);
  }
  // Nothing can be read from bytes that are not bases.
  const possible = possibleLetters(Buffer.from(bases).toString('latin1'), code.toString('latin1'));
  if (possible.size === 0) return false;
  if (letter === unknown) return true;
  const amino = String.fromCharCode(letter);
  const either = Object.keys(eitherOf).find((meant) => eitherOf[meant] === amino) ?? amino;
  const isStart = codon === 0 && letter === methionine && mayBeStart(bases);
  return isStart || [...either].some((one) => possible.has(one));
}

function codonIndex(bases: Uint8Array): number {
  return (first[bases[0] ?? 0] ?? 0) + (second[bases[1] ?? 0] ?? 0) + (third[bases[2] ?? 0] ?? 0);
}

const startLetters = Array.from(starts, (isStart) => (isStart === 1 ? 'M' : '-')).join('');

function mayBeStart(bases: Uint8Array): boolean {
  return possibleLetters(Buffer.from(bases).toString('latin1'), startLetters).has('M');
}

/** The first amino acid that differs from the genome, by the code that fits best, for a gene in one part. */
export function firstDifference(genome: Buffer, stretch: Stretch, protein: Buffer) {
  const letters = withoutStop(protein);
  const bases = basesBetween(genome, stretch);
  const codons = stretch.length / 3;
  const found = codes.map((code, index) => {
    const wrong: number[] = [];
    for (let codon = 0; codon < codons; codon++) {
      if (!isLetter(codon, bases.subarray(3 * codon, 3 * codon + 3), letters, code))
        wrong.push(codon);
    }
    return { code, number: codeNumbers[index], wrong };
  });
  const [best] = found.toSorted((a, b) => a.wrong.length - b.wrong.length);
  const codon = best?.wrong[0] ?? 0;
  const read = bases.subarray(3 * codon, 3 * codon + 3);
  const index = codonIndex(read);
  return {
    /** From 1. */
    at: codon + 1,
    count: best?.wrong.length ?? 0,
    stated: codon < letters.length ? String.fromCharCode(letters[codon] ?? 0) : null,
    codon: read.toString('latin1'),
    means: String.fromCharCode(index < ambiguous ? (best?.code[index] ?? unknown) : unknown),
  };
}

/** How a stretch of a genome encodes a protein: by which code, and where its two parts join. */
interface Reading {
  readonly code: CodeNumber;
  /** For a stretch that is read in two parts, the number of bases before the cut; null if unknown. */
  readonly cut: number | null;
}

/** By the first code that fits; null if none does. The stretch must lie within the genome. */
export function readingOf(genome: Buffer, stretch: Stretch, protein: Buffer): Reading | null {
  const letters = withoutStop(protein);
  const { length } = stretch;
  if (length !== 3 * letters.length && length !== 3 * (letters.length + 1)) return null;
  if (isPlainly(genome, stretch, letters)) return { code: defaultCode, cut: null };
  const bases = basesBetween(genome, stretch);
  for (const [index, code] of codeNumbers.entries()) {
    const table = codes[index] ?? Buffer.alloc(0);
    if (bases.length === length) {
      if (cutsOf(bases, length, letters, table).includes(length)) return { code, cut: null };
      continue;
    }
    const cuts = cutsOf(bases, length, letters, table).filter((cut) => cut > 0 && cut < length);
    if (cuts.length === 0) continue;
    // A ribosome shifts its frame between two codons. So a cut within a codon is considered only if no cut between codons
    // gives the protein.
    const betweenCodons = cuts.filter((cut) => cut % 3 === 0);
    return { code, cut: onlyOne(betweenCodons.length > 0 ? betweenCodons : cuts, bases, length) };
  }
  return null;
}

/** All cuts for which the first and the last bases read as the letters. */
function cutsOf(bases: Buffer, length: number, letters: Buffer, code: Buffer): number[] {
  const skipped = bases.length - length;
  const reads = (cut: number, codon: number) => {
    const at = [0, 1, 2].map((place) => {
      const base = 3 * codon + place;
      return bases[base < cut ? base : base + skipped] ?? 0;
    });
    return isLetter(codon, Uint8Array.from(at), letters, code);
  };
  const codons = length / 3;
  let before = 0;
  while (before < codons && reads(length, before)) before++;
  let behind = codons;
  while (behind > 0 && 3 * (behind - 1) + skipped >= 0 && reads(0, behind - 1)) behind--;
  const cuts: number[] = [];
  for (let codon = Math.max(0, behind - 1); codon <= before; codon++) {
    if (codon >= behind) cuts.push(3 * codon);
    for (const cut of [3 * codon + 1, 3 * codon + 2]) {
      if (codon < codons && codon + 1 >= behind && reads(cut, codon)) cuts.push(cut);
    }
  }
  return cuts;
}

/** The last of the cuts if all of them give the same bases; else null. */
function onlyOne(cuts: readonly number[], bases: Buffer, length: number): number | null {
  const readWith = (cut: number) =>
    Buffer.concat([bases.subarray(0, cut), bases.subarray(bases.length - (length - cut))]);
  const [one, ...others] = cuts.map(readWith);
  return others.every((other) => one?.equals(other)) ? (cuts.at(-1) ?? null) : null;
}
