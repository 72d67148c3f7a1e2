/** Gene families (phams), worked out from who shares a place on the genome, so that none need be remembered. */
import type { Pham } from '../generated/records.ts';
import { clusterCount, lineageCount, singletonLabel } from './clusters.ts';
import { drawFunction, slotCount } from './geneFunctions.ts';
import type { Slot } from './genomeMap.ts';
import type { PlannedPhage } from './planPhages.ts';
import { Random } from './random.ts';

export interface Family {
  readonly pham: Pham;
  /** Functional term; empty when the function is unknown. */
  readonly term: string;
  /** Residues of the proteins of the family, but for some that end early. */
  readonly residues: number;
  /** Draws the protein from which those of the family descend: the same for each member. */
  readonly ancestor: Random;
}

const scopeCount = 1 + clusterCount + 4 * lineageCount;
const familiesInGroup = scopeCount * slotCount;
// Without a common divisor with their count, it gives each family of a group another number.
const numberStep = 6151;

/** The family of the gene that a phage has at a place. */
export function familyOf(phage: PlannedPhage, slot: Slot): Family {
  const { scope, group } = sharedBy(phage, slot);
  const place = scope * slotCount + slot.place;
  const phamId = 1 + group * familiesInGroup + ((place * numberStep) % familiesInGroup);
  const random = new Random(phage.seed, 'pham', place, group);
  const { term, minResidues, maxResidues } = drawFunction(random, slot.place);
  return {
    pham: { PhamID: phamId, Color: colorOf(phamId) },
    term,
    // Shorter ones are commoner.
    residues: random.between(minResidues, random.between(minResidues, maxResidues)),
    ancestor: random,
  };
}

/** Numbers that are equal for the phages that share the family at a place, and for no others. */
function sharedBy(phage: PlannedPhage, slot: Slot): { scope: number; group: number } {
  const { lineage, kinNumber } = phage;
  const ofLineage = 1 + clusterCount + 4 * lineage.id;
  const reach = lineage.cluster === singletonLabel && slot.reach !== 'world' ? 1 : slot.reach;
  switch (reach) {
    case 'world':
      return { scope: 0, group: 0 };
    case 'cluster':
      return { scope: 1 + lineage.clusterId, group: 0 };
    case 'subcluster':
      return { scope: ofLineage, group: 0 };
    case 16:
      return { scope: ofLineage + 1, group: Math.floor(kinNumber / 16) };
    case 4:
      return { scope: ofLineage + 2, group: Math.floor(kinNumber / 4) };
    case 1:
      return { scope: ofLineage + 3, group: kinNumber };
  }
}

/** Follows from the number alone, so that a pham has one colour wherever it appears. */
function colorOf(phamId: number): string {
  const mixed = Math.imul(phamId ^ (phamId >>> 7), 0x9e3779b1) >>> 8;
  return `#${mixed.toString(16).padStart(6, '0')}`;
}
