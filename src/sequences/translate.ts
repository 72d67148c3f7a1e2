/** Translates nucleotides into amino acids. */
import { type CodeNumber, geneticCodes } from './geneticCode.ts';

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
