/** Nucleotides as bytes: IUPAC codes in upper case. */

const codes = 'ACGTURYSWKMBDHVN';
const complements = 'TGCAAYRSWMKVHDBN';

/** For each byte, its IUPAC code in upper case; 0 if it is not one. */
export const upperCase: Uint8Array = byteTable((at) => codes.charCodeAt(at));
/** For each byte, the code of its complement; 0 if it is not an IUPAC code. */
const complementOf: Uint8Array = byteTable((at) => complements.charCodeAt(at));

function byteTable(of: (at: number) => number): Uint8Array {
  const table = new Uint8Array(256);
  for (let at = 0; at < codes.length; at++) {
    const code = codes.charCodeAt(at);
    table[code] = table[code + 32] = of(at);
  }
  return table;
}

/** The other strand, in its own direction. */
export function reverseComplement(bases: Uint8Array): Buffer {
  const reversed = Buffer.allocUnsafe(bases.length);
  for (let at = 0, to = bases.length - 1; to >= 0; at++, to--) {
    reversed[to] = complementOf[bases[at] ?? 0] ?? 0;
  }
  return reversed;
}

// Two counts are packed into one number, which holds them for this many bases.
export const countedAtOnce = 1 << 15;
// Set in all letters, but not in 0.
const codeBit = 0x40;
const counted = new Uint32Array(256);
for (const base of Buffer.from('ATU')) counted[base] = 1 << 16;
for (const base of Buffer.from('GC')) counted[base] = (1 << 16) + 1;
/** For each byte, its upper-case code in the low 8 bits, and above these what it adds to both counts. */
const weighed = Uint32Array.from(upperCase, (code) => {
  const both = counted[code] ?? 0;
  return code | ((both >>> 16) << 8) | ((both & 1) << 24);
});

/** The number of bases that are G or C, and of those that are A, C, G, T or U. */
export interface BaseCounts {
  readonly strong: number;
  readonly plain: number;
}

/** Copies nucleotides in upper case and counts them; null if there is anything else. Copies at most `countedAtOnce`. */
export function takeBases(
  from: Uint8Array,
  start: number,
  end: number,
  into: Uint8Array,
  to: number,
): BaseCounts | null {
  let codesOfAll = codeBit;
  let both = 0;
  const shift = to - start;
  for (let at = start; at < end; at++) {
    const base = weighed[from[at] ?? 0] ?? 0;
    into[at + shift] = base;
    codesOfAll &= base;
    both += base >>> 8;
  }
  return codesOfAll === 0 ? null : { strong: both >>> 16, plain: both & 0xffff };
}

export function countBases(bases: Uint8Array): BaseCounts {
  let strong = 0;
  let plain = 0;
  for (let from = 0; from < bases.length; from += countedAtOnce) {
    const end = Math.min(bases.length, from + countedAtOnce);
    let both = 0;
    // Without branches, which a genome's bases would make unpredictable; in 32 bits, which may all be set.
    for (let at = from; at < end; at++) both = (both + (counted[bases[at] ?? 0] ?? 0)) | 0;
    strong += both & 0xffff;
    plain += both >>> 16;
  }
  return { strong, plain };
}

/** Share of G and C, in percent, among the bases that are A, C, G, T or U. */
export function gcPercent(bases: Uint8Array): number {
  const { strong, plain } = countBases(bases);
  return (100 * strong) / Math.max(1, plain);
}

/** The genetic codes that phages use, in NCBI's numbering and notation: codons in the order T, C, A, G. */
export const codeNumbers = [11, 4, 15, 25] as const;
export type CodeNumber = (typeof codeNumbers)[number];

interface GeneticCode {
  /** The amino acid of each codon as a letter, `*` for a stop; by 16 × first + 4 × second + third base. */
  readonly aminoAcids: string;
  /** `M` at codons that may start a gene. */
  readonly starts: string;
}

export const geneticCodes: Readonly<Record<CodeNumber, GeneticCode>> = {
  // Bacteria, archaea and most phages.
  11: {
    aminoAcids: 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    starts: '---M------**--*----M------------MMMM---------------M------------',
  },
  // Mycoplasma and phages in which TGA is tryptophan.
  4: {
    aminoAcids: 'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    starts: '--MM------**-------M------------MMMM---------------M------------',
  },
  // Phages in which TAG is glutamine.
  15: {
    aminoAcids: 'FFLLSSSSYY*QCC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    starts: '----------*---*--------------------M----------------------------',
  },
  // Gracilibacteria, in which TGA is glycine.
  25: {
    aminoAcids: 'FFLLSSSSYY**CCGWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    starts: '---M------**-----------------------M---------------M------------',
  },
};

/** Translates nucleotides into amino acids. */
const order = 'TCAG';
/** The bases T, C, A and G that each IUPAC code may stand for. */
const meanings: ReadonlyMap<string, string> = new Map(
  'T U=T C A G R=AG Y=TC S=CG W=TA K=TG M=CA B=TCG D=TAG H=TCA V=CAG N=TCAG'
    .split(' ')
    .map((one) => [one.charAt(0), one.split('=')[1] ?? one]),
);
// 0 to 3 for T, C, A and G; 4 for a code of several bases.
export const indexOfBase = new Uint8Array(256).fill(4);
for (const [base, meant] of meanings) {
  if (meant.length === 1) indexOfBase[base.charCodeAt(0)] = order.indexOf(meant);
}
/** Letters for two amino acids that cannot be distinguished. */
export const eitherOf: Readonly<Record<string, string>> = { DN: 'B', EQ: 'Z', IL: 'J' };

const isStart = 'M'.charCodeAt(0);

/**
 * The amino acids of upper-case IUPAC nucleotides, one letter per codon and `*` for a stop; bases after the last whole
 * codon are ignored. A codon that may mean several amino acids is `B`, `Z` or `J` if one of these fits, else `X`.
 */
export function translate(bases: Uint8Array, code: CodeNumber): string {
  const letters = Buffer.allocUnsafe(Math.floor(bases.length / 3));
  const { aminoAcids } = geneticCodes[code];
  for (let to = 0, at = 0; to < letters.length; to++, at += 3) {
    const first = indexOfBase[bases[at] ?? 0] ?? 4;
    const second = indexOfBase[bases[at + 1] ?? 0] ?? 4;
    const third = indexOfBase[bases[at + 2] ?? 0] ?? 4;
    letters[to] =
      (first | second | third) < 4
        ? aminoAcids.charCodeAt(16 * first + 4 * second + third)
        : ambiguous(Buffer.from(bases.subarray(at, at + 3)).toString('latin1'), aminoAcids);
  }
  return letters.toString('latin1');
}

function ambiguous(codon: string, aminoAcids: string): number {
  const meant = [...possibleLetters(codon, aminoAcids)].sort().join('');
  return (meant.length === 1 ? meant : (eitherOf[meant] ?? 'X')).charCodeAt(0);
}

/** All amino acids that a codon of IUPAC codes may mean. */
export function possibleLetters(codon: string, aminoAcids: string): Set<string> {
  const [first = [], second = [], third = []] = [...codon].map((base) =>
    [...(meanings.get(base) ?? '')].map((one) => order.indexOf(one)),
  );
  const all = first.flatMap((a) => second.flatMap((b) => third.map((c) => 16 * a + 4 * b + c)));
  return new Set(all.map((index) => aminoAcids.charAt(index)));
}

/** Whether the first codon may start a gene, and is then read as methionine whatever it means elsewhere. */
export function beginsWithStart(bases: Uint8Array, code: CodeNumber): boolean {
  const index = [0, 1, 2].reduce((sum, at) => 4 * sum + (indexOfBase[bases[at] ?? 0] ?? 4), 0);
  const isPlain = [0, 1, 2].every((at) => (indexOfBase[bases[at] ?? 0] ?? 4) < 4);
  return isPlain && geneticCodes[code].starts.charCodeAt(index) === isStart;
}
