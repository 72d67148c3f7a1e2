/** The genetic codes that phages use, in NCBI's numbering and notation: codons in the order T, C, A, G. */

export const codeNumbers = [11, 4, 15, 25] as const;
export type CodeNumber = (typeof codeNumbers)[number];

export interface GeneticCode {
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
