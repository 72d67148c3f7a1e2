/** Rule `gene-phage-known`. Names of phages that occur only in genes are checked here. */
import { foldName } from '../../contract/recordName.ts';
import { showString } from '../../json/showToken.ts';
import { nameCaseFinding } from '../nameCase.ts';
import { pathNameBreaches } from '../pathName.ts';
import { phageNames } from '../phages/phageNameCase.ts';
import { refusedPhages } from '../phages/refusedPhages.ts';
import type { Rule } from '../rule.ts';
import { createVariantLedger, type Variant } from '../variantLedger.ts';
import type { Gene } from './geneRecord.ts';
import { phageIdPointer, phageSummaries } from './phageSummary.ts';

export const genePhageKnown: Rule<Gene> = {
  facts: [phageSummaries],
  *findings(all, locate) {
    const known = new Set<string>();
    const refused = all(refusedPhages).names;
    const firstKnown = new Map<string, Variant<string>>();
    for (const [folded, variants] of all(phageNames).spellings.groups()) {
      for (const { value } of variants) known.add(value);
      if (variants[0] !== undefined) firstKnown.set(folded, variants[0]);
    }
    const unknown = createVariantLedger<string, string>();
    for (const [phageId, [first]] of all(phageSummaries).summaries.groups()) {
      if (first === undefined || known.has(phageId)) continue;
      if (!refused.has(phageId)) {
        yield {
          rule: 'gene-phage-known',
          ...locate(first.place),
          pointer: phageIdPointer,
          expected: 'a phage that has a phage record',
          found: `${showString(phageId)}, which has none`,
        };
      }
      // Their genes have addresses like those of other phages (A3).
      for (const breach of pathNameBreaches(phageIdPointer, phageId)) {
        yield { ...breach, ...locate(first.place) };
      }
      unknown.note(foldName(phageId), phageId, first.place);
    }
    for (const [folded, variants] of unknown.groups()) {
      const record = firstKnown.get(folded);
      const [first, ...others] = record === undefined ? variants : [record, ...variants];
      if (first === undefined) continue;
      for (const other of others) yield nameCaseFinding(phageIdPointer, first, other, locate);
    }
  },
};
