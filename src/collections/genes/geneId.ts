/** The form of a GeneID, and the part of it that names the phage. */
import { foldName } from '../../contract/recordName.ts';

/** `<phage_name>_CDS_<integer>`. */
export const formOfGeneId = /^(.+)_CDS_[0-9]+$/s;

/**
 * The part of a GeneID that names the phage. If `_CDS_` is written in another case, it is everything before the number;
 * in a GeneID of another form, it is the whole.
 */
export function phagePartOfGeneId(geneId: string): string {
  return formOfGeneId.exec(geneId)?.[1] ?? geneId.replace(/(_cds_)[0-9]+$/i, '$1');
}

/** GeneIDs can differ only by case if their phage parts are equal once case is folded. */
export function foldPhagePart(part: string): string {
  return foldName(part.replace(/_cds_$/i, ''));
}
