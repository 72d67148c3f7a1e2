/** Accessions of sequence archives, by their form. */

/**
 * Whether a text has the form of an accession of GenBank, ENA or DDBJ, of a genome or of a sequence of one that is not
 * finished, or of RefSeq. Assemblers number their contigs in forms that come near: CONTIG_00001, NODE_10234.
 */
export function isAccession(text: string): boolean {
  return accessionForm.test(text);
}

const genome = String.raw`[A-Z]\d{5}|[A-Z]{2}(?:\d{6}|\d{8})`;
const unfinished = String.raw`[A-Z]{4}\d{8,10}|[A-Z]{6}\d{9,11}`;
const accessionForm = new RegExp(
  `^(?:${genome}|${unfinished}|[ANWXY][A-Z]_(?:\\d{6}|\\d{9}|${genome}|${unfinished}))$`,
);

/** Whether it is one of a protein, with its version. It means that protein alone: other programs number those of each genome. */
export function isProteinAccession(text: string): boolean {
  return /^(?:[A-Z]{2}_\d{6,9}|[A-Z]{3}\d{5,7})\.\d+$/.test(text);
}
