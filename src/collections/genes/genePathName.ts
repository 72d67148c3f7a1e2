/** Rule `path-name` of genes. */
import { pathNameBreaches } from '../pathName.ts';
import type { Rule } from '../rule.ts';
import type { Gene } from './geneRecord.ts';

export const genePathName: Rule<Gene> = {
  breaches: ({ GeneID }) => (GeneID === null ? [] : pathNameBreaches('/GeneID', GeneID)),
};
