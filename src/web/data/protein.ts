/** Masses of proteins, and FASTA. */
import type { Gene } from './records.ts';

// Average masses of residues in daltons, from the IUPAC atomic weights.
const residueMasses: Readonly<Record<string, number>> = {
  A: 71.0779,
  R: 156.1857,
  N: 114.1026,
  D: 115.0874,
  C: 103.1429,
  E: 129.114,
  Q: 128.1292,
  G: 57.0513,
  H: 137.1393,
  I: 113.1576,
  L: 113.1576,
  K: 128.1723,
  M: 131.1961,
  F: 147.1739,
  P: 97.1152,
  S: 87.0773,
  T: 101.1039,
  W: 186.2099,
  Y: 163.1733,
  V: 99.1311,
  U: 150.0379,
  O: 237.2982,
};
const water = 18.0153;

/** The average mass in kilodaltons; null where a letter is no single amino acid. */
export function massOf(protein: string): number | null {
  if (protein === '') return null;
  let sum = water;
  for (const letter of protein.toUpperCase()) {
    const mass = residueMasses[letter];
    if (mass === undefined) return null;
    sum += mass;
  }
  return sum / 1000;
}

const complements: Readonly<Record<string, string>> = {
  A: 'T',
  C: 'G',
  G: 'C',
  T: 'A',
  U: 'A',
  R: 'Y',
  Y: 'R',
  S: 'S',
  W: 'W',
  K: 'M',
  M: 'K',
  B: 'V',
  V: 'B',
  D: 'H',
  H: 'D',
  N: 'N',
};

export function reverseComplement(bases: string): string {
  let text = '';
  for (let at = bases.length - 1; at >= 0; at--) text += complements[bases.charAt(at)] ?? 'N';
  return text;
}

/** The sequence of the first record of a FASTA file, in upper case. */
export function sequenceOf(fasta: string): string {
  const lines = fasta.split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith('>'));
  const next = lines.findIndex((line, at) => at > first && line.startsWith('>'));
  return lines
    .slice(first + 1, next === -1 ? undefined : next)
    .join('')
    .replace(/\s/g, '')
    .toUpperCase();
}

/** FASTA with 70 letters a line; what would begin another line or record in the header is a space. */
export function fastaOf(header: string, sequence: string): string {
  const lines = sequence.match(/.{1,70}/g) ?? [];
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return [`>${header.replace(/[\x00-\x1f\x7f]/g, ' ')}`, ...lines, ''].join('\n');
}

/** The proteins of genes, each under its GeneID, its notes and its phage. */
export function proteinsOf(genes: readonly Gene[]): string {
  return genes
    .map(({ id, notes, phage, translation }) => fastaOf(`${id} ${notes} [${phage}]`, translation))
    .join('');
}
