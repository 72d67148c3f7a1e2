/** Gene families (phams): what their genes do, how long their proteins are, and which phages share them. */
import { clusterCount, lineageCount, singletonLabel, slotCount } from './planPhages.ts';
import type { PlannedPhage, Slot } from './planPhages.ts';
import { Random } from './random.ts';
import { table } from './table.ts';

// What every phage has at a place: first the structural genes, in the order of phages with a long tail.
const landmarks = table(`place|term|min|max

4|terminase, small subunit|110|190|5|terminase, large subunit|400|590|6|portal protein|360|560
7|capsid maturation protease|190|330|8|scaffolding protein|130|210
9|major capsid protein|280|420|10|head-to-tail adaptor|110|180|11|head-to-tail stopper|95|140
12|tail terminator|110|160|13|major tail protein|180|300|14|tail assembly chaperone|110|170
15|tail assembly chaperone|110|220|16|tape measure protein|900|2700
17|minor tail protein|310|800|18|minor tail protein|380|1500
19|minor tail protein|150|600|20|minor tail protein|260|1300
21|lysin A|290|510|22|lysin B|250|350|23|holin|70|150
34|integrase|310|500|38|immunity repressor|110|210|56|DNA primase|260|860
61|DNA polymerase I|570|650|77|RecA-like DNA recombinase|240|390`);
const landmarkAt = new Map(landmarks.map((landmark) => [Number(landmark.place), landmark]));

// Terms that turn up anywhere; those with unusual punctuation show that text passes through unharmed.
const scattered = table(`term|min|max

HNH endonuclease|80|180|HNH endonuclease|90|150
helix-turn-helix DNA binding domain protein|55|190
helix-turn-helix DNA binding domain protein|60|140
membrane protein|45|160|membrane protein|50|110|WhiB family transcription factor|70|125
MazG-like nucleotide pyrophosphohydrolase|110|210
ribbon-helix-helix DNA binding domain protein|45|90
glycosyltransferase|200|430|Holliday junction resolvase|100|180
nucleotidyltransferase|140|330|DNA methyltransferase|160|420|exonuclease|190|370
DNA polymerase III, α subunit|520|990|β-lactamase-like protein; ≥ 90 % of the fold|180|330
putative "moron" protein, function unknown|40|130|5'-3' exonuclease, PIN domain|180|330
lipoprotein, motif [LV]\\[AS]C|60|180|toxin/antitoxin <RelE & ParE>|60|120`);

// Every twentieth of the proteins without a known function, from the shortest to the longest.
const residuesByTwentieth = [
  25, 46, 54, 61, 68, 75, 81, 88, 95, 102, 110, 118, 127, 138, 151, 167, 188, 220, 268, 380, 900,
];

const kinSizes = [Infinity, 16, 4, 1];
const scopeCount = 1 + clusterCount + kinSizes.length * lineageCount;
const familiesInGroup = scopeCount * slotCount;
// Without a common divisor with their count, it gives each family of a group another number.
const numberStep = 6151;

/** The family of the gene that a phage has at a place: worked out, so that none need be remembered. */
export function familyOf(phage: PlannedPhage, slot: Slot) {
  const { scope, group } = sharedBy(phage, slot);
  const place = scope * slotCount + slot.place;
  const id = 1 + group * familiesInGroup + ((place * numberStep) % familiesInGroup);
  // Follows from the number alone, so that a pham has one colour wherever it appears.
  const color = Math.imul(id ^ (id >>> 7), 0x9e3779b1) >>> 8;
  const pham = { PhamID: id, Color: `#${color.toString(16).padStart(6, '0')}` };
  // Goes on to draw the protein from which those of the family descend: the same for each member.
  const ancestor = new Random(phage.seed, 'pham', place, group);
  const { term, min, max } = drawFunction(ancestor, slot.place);
  // Shorter ones are commoner.
  const residues = ancestor.between(min, ancestor.between(min, max));
  return { pham, term, residues, ancestor };
}

/** Numbers that are equal for the phages that share the family at a place, and for no others. */
function sharedBy({ lineage, kinNumber }: PlannedPhage, slot: Slot) {
  if (slot.reach === 'world') return { scope: 0, group: 0 };
  const reach = lineage.cluster === singletonLabel ? 1 : slot.reach;
  if (reach === 'cluster') return { scope: 1 + lineage.clusterId, group: 0 };
  const scope = 1 + clusterCount + kinSizes.length * lineage.id + kinSizes.indexOf(reach);
  return { scope, group: Math.floor(kinNumber / reach) };
}

/** The function of the family, empty when unknown, and a range of residues. */
function drawFunction(random: Random, place: number) {
  const known = landmarkAt.get(place) ?? (random.chance(9) ? random.pick(scattered) : null);
  if (known !== null) return { term: known.term, min: Number(known.min), max: Number(known.max) };
  const twentieth = random.below(residuesByTwentieth.length - 1);
  const [min = 0, max = 0] = residuesByTwentieth.slice(twentieth);
  return { term: '', min, max };
}
