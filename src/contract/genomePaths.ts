/** The files of single genomes: their formats and paths. */
import { fastaType, gff3Type } from './bulkFiles.ts';
import { unsafeNameReason } from './recordName.ts';

/** Where the files of single genomes are. */
export const mediaFolder = 'media/';

/** The formats of the files of single genomes, each in a folder of its own. */
export const genomeForms = {
  fastas: { extension: 'fasta', title: 'The genome of one phage', mediaType: fastaType },
  genbank: {
    extension: 'gbk',
    title: 'The genome of one phage with its genes and other features, as a GenBank flat file',
    mediaType: 'text/plain',
  },
  gff3: {
    extension: 'gff3',
    title: 'The genes and other features of one phage, and its genome',
    mediaType: gff3Type,
  },
} as const;

export type GenomeForm = keyof typeof genomeForms;

export const genomeFormNames = [
  'fastas',
  'genbank',
  'gff3',
] as const satisfies readonly GenomeForm[];

/** The path of a single genome's file; null when the phage's name is not a safe file name (A3). */
export function genomeFile(phage: string, form: GenomeForm): string | null {
  const file = `${phage}.${genomeForms[form].extension}`;
  const isSafe = unsafeNameReason(phage) === null && unsafeNameReason(file) === null;
  return isSafe ? `${mediaFolder}${form}/${file}` : null;
}

/** The valid names of an uncompressed file of all genomes: hosts know its type by its extension. */
export const genomesFilePattern = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.fasta$/;
