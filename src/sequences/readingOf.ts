/** How a stretch of a genome encodes a protein: by which code, and where its two parts join. */
import {
  basesBetween,
  codes,
  isLetter,
  isPlainly,
  usualCode,
  type Stretch,
  withoutStop,
} from './encodes.ts';
import { type CodeNumber, codeNumbers } from './geneticCode.ts';

export interface Reading {
  readonly code: CodeNumber;
  /** For a stretch that is read in two parts, the number of bases before the cut; null if unknown. */
  readonly cut: number | null;
}

/** By the first code that fits; null if none does. The stretch must lie within the genome. */
export function readingOf(genome: Buffer, stretch: Stretch, protein: Buffer): Reading | null {
  const letters = withoutStop(protein);
  const { length } = stretch;
  if (length !== 3 * letters.length && length !== 3 * (letters.length + 1)) return null;
  if (isPlainly(genome, stretch, letters)) return { code: usualCode, cut: null };
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
