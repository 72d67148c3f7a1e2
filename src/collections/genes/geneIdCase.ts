/**
 * Rule `name-case` of genes. There are too many GeneIDs to hold: only those of phages whose names differ by case can
 * collide, and the merge compares only these.
 */
import type { KeyCase } from '../collection.ts';
import type { Rule } from '../rule.ts';
import { textFact } from '../textFact.ts';
import { foldPhagePart, phagePartOfGeneId } from './geneId.ts';
import type { Gene } from './geneRecord.ts';

/** The parts of GeneIDs that name the phage. */
export const phageParts = textFact<Gene>(
  'phageParts',
  ({ GeneID }) => (GeneID === null ? null : phagePartOfGeneId(GeneID)),
  foldPhagePart,
);

export const geneIdCase: Rule<Gene> & KeyCase = {
  facts: [phageParts],
  groupOf: (geneId) => foldPhagePart(phagePartOfGeneId(geneId)),
  contested: (all) => new Set([...all(phageParts).spellings.contested()].map(([part]) => part)),
};
