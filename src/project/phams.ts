/** Gene families (phams): the function of their genes, the length of their proteins, and which phages share them. */
import {
  clusterCount,
  lineageCount,
  singletonLabel,
  slotCount,
  type PlannedPhage,
  type Slot,
} from './planPhages.ts';
import { Random } from './random.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

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
export function familyOf(phage: PlannedPhage, slot: Slot) {
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
