/** Rule `host-name` of genes: the names that have an address, one for all genes of a phage. */
import type { Rule } from '../rule.ts';
import { namesIn, textFact } from '../textFact.ts';
import { phageNames } from '../phages/phageNameCase.ts';
import { phageParts } from './geneIdCase.ts';
import { formOfGeneId } from './geneId.ts';
import type { Gene } from './geneRecord.ts';
import { phageIdPointer, phageSummaries } from './phageSummary.ts';

/** GeneIDs of any other form, as `--allow gene-id-form` permits. */
const oddGeneIds = textFact<Gene>(
  'oddGeneIds',
  ({ GeneID }) => (GeneID === null || formOfGeneId.test(GeneID) ? null : GeneID),
  (geneId) => geneId,
);

export const geneHostName: Rule<Gene> = {
  facts: [phageSummaries, phageParts, oddGeneIds],
  *names(all) {
    const known = new Set([...namesIn(all(phageNames), '')].map(({ name }) => name));
    for (const [name, [first]] of all(phageSummaries).summaries.groups()) {
      const isNew = first !== undefined && !known.has(name);
      if (isNew) yield { name, pointer: phageIdPointer, place: first.place };
      known.add(name);
    }
    const odd = [...namesIn(all(oddGeneIds), '/GeneID')];
    for (const { name } of odd) known.add(name);
    for (const { name, place } of namesIn(all(phageParts), '/GeneID')) {
      if (!known.has(name)) yield { name: `${name}_CDS_1`, pointer: '/GeneID', place };
    }
    yield* odd;
  },
};
