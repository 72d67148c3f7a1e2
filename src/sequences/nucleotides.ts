/** Nucleotides as bytes: IUPAC codes in upper case. */

const codes = 'ACGTURYSWKMBDHVN';
const complements = 'TGCAAYRSWMKVHDBN';

/** For each byte its IUPAC code in upper case; 0 for what is none. */
export const upperCase: Uint8Array = byteTable((at) => codes.charCodeAt(at));
/** For each byte the code of its complement; 0 for what is none. */
const complementOf: Uint8Array = byteTable((at) => complements.charCodeAt(at));

function byteTable(of: (at: number) => number): Uint8Array {
  const table = new Uint8Array(256);
  for (let at = 0; at < codes.length; at++) {
    const code = codes.charCodeAt(at);
    table[code] = table[code + 32] = of(at);
  }
  return table;
}

/** The other strand, read in its own direction. */
export function reverseComplement(bases: Uint8Array): Buffer {
  const reversed = Buffer.allocUnsafe(bases.length);
  for (let at = 0, to = bases.length - 1; to >= 0; at++, to--) {
    reversed[to] = complementOf[bases[at] ?? 0] ?? 0;
  }
  return reversed;
}

/** Share of G and C, in percent, among the bases that are A, C, G, T or U. */
export function gcPercent(bases: Uint8Array): number {
  let strong = 0;
  let weak = 0;
  for (const base of bases) {
    if (base === 71 || base === 67) strong++;
    else if (base === 65 || base === 84 || base === 85) weak++;
  }
  return (100 * strong) / Math.max(1, strong + weak);
}
