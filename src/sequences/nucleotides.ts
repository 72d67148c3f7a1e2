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
    // Without branches, which a genome's bases would make unpredictable.
    for (let at = from; at < end; at++) both += counted[bases[at] ?? 0] ?? 0;
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
