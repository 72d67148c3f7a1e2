/** Makes the gene records of a planned phage, in the order of its genome. */
import type { GeneRecord } from '../generated/records.ts';
import {
  clusterCount,
  lineageCount,
  type PlannedPhage,
  singletonLabel,
  type Slot,
  slotCount,
} from './planPhages.ts';
import { Random } from './random.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

// Gene families (phams): the function of their genes, the length of their proteins, and which phages share them.

// The genes that every phage has at fixed places: first the structural genes, in the order of phages with a long tail.
const landmarkAt = new Map(vocabulary.landmarks.map((landmark) => [landmark.place, landmark]));

// Quantiles (twentieths) of the lengths of proteins without a known function, from shortest to longest.
const residuesByTwentieth = [
  25, 46, 54, 61, 68, 75, 81, 88, 95, 102, 110, 118, 127, 138, 151, 167, 188, 220, 268, 380, 900,
];

const kinSizes = [Infinity, 16, 4, 1];
const scopeCount = 1 + clusterCount + kinSizes.length * lineageCount;
const familiesInGroup = scopeCount * slotCount;
// Coprime to their count, so that each family of a group gets a different number.
const numberStep = 6151;

/** The family of the gene that a phage has at a place: computed, so that none need be stored. */
function familyOf(phage: PlannedPhage, slot: Slot) {
  const { scope, group } = sharedBy(phage, slot);
  const place = scope * slotCount + slot.place;
  const id = 1 + group * familiesInGroup + ((place * numberStep) % familiesInGroup);
  // Derived from the number alone, so that a pham has one colour wherever it appears.
  const color = Math.imul(id ^ (id >>> 7), 0x9e3779b1) >>> 8;
  const pham = { PhamID: id, Color: `#${color.toString(16).padStart(6, '0')}` };
  // Then draws the protein that those of the family descend from: the same for each member.
  const ancestor = new Random(phage.seed, 'pham', place, group);
  const { term, min, max } = drawFunction(ancestor, slot.place);
  // Shorter ones are more common.
  const residues = ancestor.between(min, ancestor.between(min, max));
  return { pham, term, residues, ancestor };
}

/** Numbers that are equal for exactly the phages that share the family at a place. */
function sharedBy({ lineage, kinNumber }: PlannedPhage, slot: Slot) {
  if (slot.reach === 'world') return { scope: 0, group: 0 };
  const reach = lineage.cluster === singletonLabel ? 1 : slot.reach;
  if (reach === 'cluster') return { scope: 1 + lineage.clusterId, group: 0 };
  const scope = 1 + clusterCount + kinSizes.length * lineage.id + kinSizes.indexOf(reach);
  return { scope, group: Math.floor(kinNumber / reach) };
}

/** The function of the family, empty if unknown, and a range of residues. */
function drawFunction(random: Random, place: number) {
  const known =
    landmarkAt.get(place) ?? (random.chance(9) ? random.pick(vocabulary.scattered) : null);
  if (known !== null) return known;
  const twentieth = random.below(residuesByTwentieth.length - 1);
  const [min = 0, max = 0] = residuesByTwentieth.slice(twentieth);
  return { term: '', min, max };
}

// Counts of each residue among 256: as in phages of GC-rich bacteria.
const residueShares = 'A28 G21 L21 V19 R18 D17 E17 T16 P14 S14 I12 K11 Q9 N8 F7 Y7 M5 H5 W5 C2';
const residueTable = Buffer.from(
  residueShares.replace(/(\w)(\d+) ?/g, (_, residue: string, share) => residue.repeat(share)),
);

/** Returns at least one record; Stop - Start is one codon for each residue and the stop codon. */
export function makeGenes(phage: PlannedPhage): GeneRecord[] {
  const { name, accession, isDraft, lineage, seed, index } = phage;
  const summary = {
    PhageID: name,
    Accession: accession,
    Name: isDraft ? `${name}_Draft` : name,
    HostGenus: lineage.hostGenus,
    Cluster: lineage.cluster,
    Subcluster: lineage.subcluster,
  };
  const percent = new Random(seed, 'genome', index, 1).below(13);
  let last: GeneRecord | undefined;
  return phage.slots.map((slot, before) => {
    const random = new Random(seed, 'gene', index, slot.place);
    const { pham, term, residues, ancestor } = familyOf(phage, slot);
    const endsEarly = residues > 45 && random.chance(15);
    const translated = endsEarly ? residues - random.between(1, 12) : residues;
    const length = 3 * (translated + 1);
    const start: number = (last?.Stop ?? 0) + drawGap(random, phage, slot, last);
    const number = before + 1;
    const label = labelOf(phage, number);
    last = {
      GeneID: `${name}_CDS_${number}`,
      PhageID: summary,
      PhamID: pham,
      Start: start,
      Stop: start + length,
      Length: length,
      Name: label,
      Translation: drawProtein(translated, percent, ancestor, random),
      Orientation: slot.orientation,
      Notes: isDraft ? '' : term,
      LocusTag: locusTag(phage, number, label),
    };
    return last;
  });
}

/** The number of nucleotides before a gene; negative if it overlaps the one before, most often by the four of ATGA. */
function drawGap(random: Random, phage: PlannedPhage, slot: Slot, last?: GeneRecord): number {
  if (last === undefined) return phage.startsAtZero ? 0 : random.between(12, 620);
  if (last.Orientation !== slot.orientation) return random.between(15, 210);
  const kind = random.below(100);
  if (kind < 33) return -4;
  if (kind < 45) return -1;
  if (kind < 53) return -3 * random.between(2, 8) - 2;
  if (kind < 72) return random.between(0, 15);
  if (kind < 96) return random.between(16, 115);
  return random.between(116, 480);
}

function labelOf({ labelStyle, plainLabels, trnaCount }: PlannedPhage, number: number): string {
  if (labelStyle === 'plain' || number <= plainLabels) return String(number);
  if (labelStyle === 'shifted') return String(number + trnaCount);
  return number === plainLabels + 1 ? `${plainLabels}.1` : String(number - 1);
}

/** None, numbered as in the archive (`AAB_0012`), or with the name of the phage. */
function locusTag(phage: PlannedPhage, number: number, label: string): string | null {
  if (phage.tagStyle === 'none') return null;
  if (phage.tagStyle === 'named') return `SYN_${phage.name.toUpperCase()}_${label}`;
  // The number in base 26, with the digits A to Z.
  const digits = [...phage.index.toString(26).padStart(3, '0')];
  const prefix = String.fromCharCode(...digits.map((digit) => 0x41 + parseInt(digit, 26)));
  return `${prefix}_${String(number).padStart(4, '0')}`;
}

/** Draws the ancestor's protein, then replaces `percent` of its residues. */
function drawProtein(length: number, percent: number, ancestor: Random, random: Random): string {
  const residues = Buffer.allocUnsafe(length);
  let draw = 0;
  for (let at = 0; at < length; at++) {
    // Four residues per draw, one from each of its bytes.
    draw = at % 4 === 0 ? ancestor.next() : draw >>> 8;
    residues[at] = residueTable[draw & 0xff] ?? 0;
  }
  for (let left = Math.floor((length * percent) / 100); left > 0; left--) {
    draw = random.next();
    residues[Math.floor(((draw >>> 8) * length) / 2 ** 24)] = residueTable[draw & 0xff] ?? 0;
  }
  return `M${residues.toString('latin1', 1)}`;
}
