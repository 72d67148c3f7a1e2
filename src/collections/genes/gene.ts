/** Gene records: their sort key and the rules within one record (S3). */
import { foldName } from '../../contract/recordName.ts';
import type { Breach } from '../../findings/finding.ts';
import { showString } from '../../json/showToken.ts';
import { lengthBreaches } from './geneLength.ts';
import { pathNameBreaches } from '../pathName.ts';
import type { Gene } from './geneRecord.ts';

/** `<phage_name>_CDS_<integer>`. */
export const geneIdForm = /^(.+)_CDS_[0-9]+$/s;

/**
 * The part of a GeneID that names the phage. If `_CDS_` is written in another case, it is all but the number; in a
 * GeneID of another form, all of it.
 */
export function phagePartOfGeneId(geneId: string): string {
  return geneIdForm.exec(geneId)?.[1] ?? geneId.replace(/(_cds_)[0-9]+$/i, '$1');
}

/** GeneIDs can differ only by case if their phage parts are equal after case folding. */
export function foldPhagePart(part: string): string {
  return foldName(part.replace(/_cds_$/i, ''));
}

/**
 * Checks one gene on its own: gene-id-form, gene-length (except where `wrapOf` applies), path-name. Skips nulls,
 * which have their own rule.
 */
export function geneBreaches(gene: Gene): Breach[] {
  const breaches: Breach[] = [];
  const { GeneID } = gene;
  if (GeneID !== null && !geneIdForm.test(GeneID)) {
    breaches.push({
      rule: 'gene-id-form',
      pointer: '/GeneID',
      expected: 'a GeneID of the form <phage_name>_CDS_<integer>',
      found: showString(GeneID),
    });
  }
  breaches.push(...lengthBreaches(gene));
  if (GeneID !== null) breaches.push(...pathNameBreaches('/GeneID', GeneID));
  return breaches;
}
