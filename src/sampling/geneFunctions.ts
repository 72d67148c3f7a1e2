/** What the genes of the sample do, where on a genome they do it, and how long their proteins are. */
import { itemAt, type Random } from './random.ts';

export interface GeneFunction {
  /** As in Notes; empty when the function is unknown. */
  readonly term: string;
  /** Residues of the protein, both ends included. */
  readonly minResidues: number;
  readonly maxResidues: number;
}

// In the order in which phages with a long tail carry them.
const structuralModule: readonly GeneFunction[] = [
  known('terminase, small subunit', 110, 190),
  known('terminase, large subunit', 400, 590),
  known('portal protein', 360, 560),
  known('capsid maturation protease', 190, 330),
  known('scaffolding protein', 130, 210),
  known('major capsid protein', 280, 420),
  known('head-to-tail adaptor', 110, 180),
  known('head-to-tail stopper', 95, 140),
  known('tail terminator', 110, 160),
  known('major tail protein', 180, 300),
  known('tail assembly chaperone', 110, 170),
  known('tail assembly chaperone', 110, 220),
  known('tape measure protein', 900, 2700),
  known('minor tail protein', 310, 800),
  known('minor tail protein', 380, 1500),
  known('minor tail protein', 150, 600),
  known('minor tail protein', 260, 1300),
  known('lysin A', 290, 510),
  known('lysin B', 250, 350),
  known('holin', 70, 150),
];

const firstStructuralSlot = 4;

const landmarks: ReadonlyMap<number, GeneFunction> = new Map([
  ...structuralModule.map((gene, index) => [firstStructuralSlot + index, gene] as const),
  [34, known('integrase', 310, 500)],
  [38, known('immunity repressor', 110, 210)],
  [56, known('DNA primase', 260, 860)],
  [61, known('DNA polymerase I', 570, 650)],
  [77, known('RecA-like DNA recombinase', 240, 390)],
]);

// Terms that turn up anywhere; those with unusual punctuation show that text passes through unharmed.
const scattered: readonly GeneFunction[] = [
  known('HNH endonuclease', 80, 180),
  known('HNH endonuclease', 90, 150),
  known('helix-turn-helix DNA binding domain protein', 55, 190),
  known('helix-turn-helix DNA binding domain protein', 60, 140),
  known('membrane protein', 45, 160),
  known('membrane protein', 50, 110),
  known('WhiB family transcription factor', 70, 125),
  known('MazG-like nucleotide pyrophosphohydrolase', 110, 210),
  known('ribbon-helix-helix DNA binding domain protein', 45, 90),
  known('glycosyltransferase', 200, 430),
  known('Holliday junction resolvase', 100, 180),
  known('nucleotidyltransferase', 140, 330),
  known('DNA methyltransferase', 160, 420),
  known('exonuclease', 190, 370),
  known('DNA polymerase III, α subunit', 520, 990),
  known('β-lactamase-like protein; ≥ 90 % of the fold', 180, 330),
  known('putative "moron" protein, function unknown', 40, 130),
  known("5'-3' exonuclease, PIN domain", 180, 330),
  known('lipoprotein, motif [LV]\\[AS]C', 60, 180),
  known('toxin/antitoxin <RelE & ParE>', 60, 120),
];

const termPercent = 9;

// Every twentieth of the proteins without a known function, from the shortest to the longest.
const residuesByTwentieth =
  '25 46 54 61 68 75 81 88 95 102 110 118 127 138 151 167 188 220 268 380 900'
    .split(' ')
    .map(Number);

/** How many places for genes a genome has; a phage fills some of them. */
export const slotCount = 140;

/** Whether every phage, however small, should have the gene at this place. */
export function isStructural(slot: number): boolean {
  return slot >= firstStructuralSlot && slot < firstStructuralSlot + structuralModule.length;
}

/** Gives a gene family at this place its function, and with it a range of lengths. */
export function drawFunction(random: Random, slot: number): GeneFunction {
  const landmark = landmarks.get(slot);
  if (landmark !== undefined) return landmark;
  if (random.chance(termPercent)) return random.pick(scattered);
  const twentieth = random.below(residuesByTwentieth.length - 1);
  return known(
    '',
    itemAt(residuesByTwentieth, twentieth),
    itemAt(residuesByTwentieth, twentieth + 1),
  );
}

function known(term: string, minResidues: number, maxResidues: number): GeneFunction {
  return { term, minResidues, maxResidues };
}
