/** Rule `gene-id-form`. */
import { showString } from '../../json/showToken.ts';
import type { Rule } from '../rule.ts';
import { formOfGeneId } from './geneId.ts';
import type { Gene } from './geneRecord.ts';

export const geneIdForm: Rule<Gene> = {
  breaches({ GeneID }) {
    if (GeneID === null || formOfGeneId.test(GeneID)) return [];
    return [
      {
        rule: 'gene-id-form',
        pointer: '/GeneID',
        expected: 'a GeneID of the form <phage_name>_CDS_<integer>',
        found: showString(GeneID),
      },
    ];
  },
};
