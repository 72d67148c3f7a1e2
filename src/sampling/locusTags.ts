/** Locus tags: none, numbered in the archive's way (`AAB_0012`), or with the name of the phage. */
import type { PlannedPhage } from './planPhages.ts';

/** Gives the tag of a gene from its number and its label. */
export function locusTagger(phage: PlannedPhage): (number: number, label: string) => string | null {
  const { tagStyle, index, name } = phage;
  switch (tagStyle) {
    case 'none':
      return () => null;
    case 'numbered': {
      const prefix = lettersOf(index).padStart(3, 'A');
      return (number) => `${prefix}_${String(number).padStart(4, '0')}`;
    }
    case 'named': {
      const prefix = `SYN_${name.toUpperCase()}`;
      return (_, label) => `${prefix}_${label}`;
    }
  }
}

/** The number in base 26, with the digits A to Z. */
function lettersOf(number: number): string {
  const letter = String.fromCharCode(0x41 + (number % 26));
  return number < 26 ? letter : lettersOf(Math.floor(number / 26)) + letter;
}
