/** Makes the gene records of a planned phage, in the order of its genome. */
import type { GeneRecord, PhageSummary } from '../generated/records.ts';
import { accessionOf } from './accessions.ts';
import { locusTagger } from './locusTags.ts';
import { familyOf } from './phams.ts';
import type { PlannedPhage } from './planPhages.ts';
import { drawProtein } from './proteins.ts';
import { Random } from './random.ts';

const shortestTrimmed = 45;
const stopCodon = 1;

/** Gives at least one record; Stop - Start is the stop codon and one codon for each residue. */
export function makeGenes(phage: PlannedPhage): GeneRecord[] {
  const summary = summaryOf(phage);
  const tagOf = locusTagger(phage);
  const percent = new Random(phage.seed, 'genome', phage.index, 1).below(13);
  let start = 0;
  let last: GeneRecord | undefined;
  return phage.slots.map((slot, index) => {
    const number = index + 1;
    const random = new Random(phage.seed, 'gene', phage.index, slot.place);
    const { pham, term, residues, ancestor } = familyOf(phage, slot);
    const trimmed = residues > shortestTrimmed && random.chance(15) ? random.between(1, 12) : 0;
    const length = 3 * (residues - trimmed + stopCodon);
    const turns = last !== undefined && last.Orientation !== slot.orientation;
    start = last === undefined ? firstStart(phage, random) : last.Stop + drawGap(random, turns);
    const label = labelOf(phage, number);
    last = {
      GeneID: `${phage.name}_CDS_${number}`,
      PhageID: summary,
      PhamID: pham,
      Start: start,
      Stop: start + length,
      Length: length,
      Name: label,
      Translation: drawProtein(residues - trimmed, { ancestor, descendant: random, percent }),
      Orientation: slot.orientation,
      Notes: phage.isDraft ? '' : term,
      LocusTag: tagOf(number, label),
    };
    return last;
  });
}

function summaryOf(phage: PlannedPhage): PhageSummary {
  const { name, isDraft, lineage } = phage;
  return {
    PhageID: name,
    Accession: accessionOf(phage),
    Name: isDraft ? `${name}_Draft` : name,
    HostGenus: lineage.hostGenus,
    Cluster: lineage.cluster,
    Subcluster: lineage.subcluster,
  };
}

function firstStart(phage: PlannedPhage, random: Random): number {
  return phage.startsAtZero ? 0 : random.between(12, 620);
}

/** Nucleotides between two genes; below 0 they overlap, most often by the four of ATGA. */
function drawGap(random: Random, turns: boolean): number {
  if (turns) return random.between(15, 210);
  const kind = random.below(100);
  if (kind < 33) return -4;
  if (kind < 45) return -1;
  if (kind < 53) return -3 * random.between(2, 8) - 2;
  if (kind < 72) return random.between(0, 15);
  if (kind < 96) return random.between(16, 115);
  return random.between(116, 480);
}

function labelOf(phage: PlannedPhage, number: number): string {
  const { labelStyle, plainLabels, trnaCount } = phage;
  if (number <= plainLabels) return String(number);
  switch (labelStyle) {
    case 'plain':
      return String(number);
    case 'shifted':
      return String(number + trnaCount);
    case 'inserted':
      return number === plainLabels + 1 ? `${plainLabels}.1` : String(number - 1);
  }
}
