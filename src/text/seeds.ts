/**
 * Seeds of proteins, by which like ones are found: words of six amino acids of which five count, in an alphabet that takes
 * amino acids that often stand for each other as one. The build and the pages for people share them.
 */

// Murphy's ten groups (2000).
const groups = ['LVIM', 'C', 'A', 'G', 'ST', 'P', 'FYW', 'EDNQ', 'KR', 'H'];
const kinds = groups.length;
const span = 6;

/** Seeds are numbers from 0 to this. */
export const seedCount = kinds ** 5;

const unknown = -1;
const groupOf = new Int8Array(128).fill(unknown);
for (const [group, letters] of groups.entries())
  for (const letter of letters) groupOf[letter.charCodeAt(0)] = group;

/** The seed at each place of a protein in capitals; -1 where one of its amino acids is in no group. */
export function seedsOf(protein: string): Int32Array {
  const seeds = new Int32Array(Math.max(0, protein.length - span + 1));
  const digits = new Int8Array(protein.length);
  for (let at = 0; at < protein.length; at++)
    digits[at] = groupOf[protein.charCodeAt(at)] ?? unknown;
  for (let at = 0; at < seeds.length; at++) {
    // Of the six, the third does not count.
    const [a, b] = [digits[at] ?? unknown, digits[at + 1] ?? unknown];
    const [c, d] = [digits[at + 3] ?? unknown, digits[at + 4] ?? unknown];
    const e = digits[at + 5] ?? unknown;
    const areKnown = a >= 0 && b >= 0 && c >= 0 && d >= 0 && e >= 0;
    seeds[at] = areKnown ? (((a * kinds + b) * kinds + c) * kinds + d) * kinds + e : unknown;
  }
  return seeds;
}

/** What the index says of how many proteins have a seed: 0 for none, else how many binary digits the number has, to 15. */
export function rarityOf(proteins: number): number {
  return Math.min(15, proteins === 0 ? 0 : Math.floor(Math.log2(proteins)) + 1);
}

/** What the index says of the length of a protein: about a twentieth more for each step. */
export function lengthCode(aminoAcids: number): number {
  return Math.min(255, Math.round(Math.log(aminoAcids + 1) / lengthStep));
}

/** The length that a code stands for. */
export function codedLength(code: number): number {
  return Math.exp(code * lengthStep) - 1;
}

const lengthStep = 0.05;
