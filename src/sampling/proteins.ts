/** Protein sequences as phages of bacteria rich in G and C have them: an ancestor for each family, and its kin. */
import type { Random } from './random.ts';

// Of 256 residues, how many are which.
const residueShares =
  'A28 G21 L21 V19 R18 D17 E17 T16 P14 S14 I12 K11 Q9 N8 F7 Y7 M5 H5 W5 C2'.split(' ');

const residueTable = Buffer.from(
  residueShares.map((share) => share.charAt(0).repeat(Number(share.slice(1)))).join(''),
  'latin1',
);

const methionine = 0x4d;

/** Draws the ancestor's protein of `length` residues, then replaces `percent` of them as `descendant` says. */
export function drawProtein(
  length: number,
  options: { ancestor: Random; descendant: Random; percent: number },
): string {
  const { ancestor, descendant, percent } = options;
  // Four residues a draw, one for each of its bytes, so up to three beyond the end.
  const residues = Buffer.allocUnsafe(length + 3);
  for (let at = 0; at < length; at += 4) {
    const draw = ancestor.next();
    residues[at] = residueOf(draw);
    residues[at + 1] = residueOf(draw >>> 8);
    residues[at + 2] = residueOf(draw >>> 16);
    residues[at + 3] = residueOf(draw >>> 24);
  }
  for (let left = Math.floor((length * percent) / 100); left > 0; left--) {
    const draw = descendant.next();
    residues[Math.floor(((draw >>> 8) * length) / 2 ** 24)] = residueOf(draw);
  }
  residues[0] = methionine;
  return residues.toString('latin1', 0, length);
}

function residueOf(draw: number): number {
  return residueTable[draw & 0xff] ?? methionine;
}
