/** Rule `gene-phage-known`. Names of phages that occur only in genes are checked here. */
import { phageNames } from '../phages/phageNameCase.ts';
import { refusedPhages } from '../phages/refusedPhages.ts';
import type { Rule } from '../rule.ts';
import { namesIn } from '../textFact.ts';
import { unknownPhages } from '../unknownPhages.ts';
import type { Gene } from './geneRecord.ts';
import { phageIdPointer, phageSummaries, phagesOfGenes } from './phageSummary.ts';

export const genePhageKnown: Rule<Gene> = {
  facts: [phageSummaries],
  findings: (all, locate) =>
    unknownPhages(
      {
        rule: 'gene-phage-known',
        here: phagesOfGenes(all, phageIdPointer),
        phages: [...namesIn(all(phageNames), phageIdPointer)],
        refused: all(refusedPhages).names,
      },
      locate,
    ),
};
