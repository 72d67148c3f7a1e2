/** Finds the FASTA file that has the sequences of a GFF3 file. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { folderEntries } from '../../sources/folderEntries.ts';
import type { ImportInput } from '../listInputs.ts';

const fastaEndings = ['.fasta', '.fna', '.fa'].flatMap((ending) => [ending, `${ending}.gz`]);

/** The one of the same name; null if there is none. BV-BRC says in the name of the annotations whose they are. */
export function besideOf({ absolutePath }: Pick<ImportInput, 'absolutePath'>): string | null {
  const stem = absolutePath.replace(/\.gz$/i, '').replace(/\.[^./]+$/, '');
  const stems = [stem, stem.replace(/\.(?:PATRIC|RefSeq)$/i, '')];
  const files = stems.flatMap((one) => fastaEndings.map((ending) => one + ending));
  return files.find((file) => isFile(file)) ?? null;
}

/** Otherwise the only one with genomes in the folder, as the packages of NCBI Datasets have it; null if there are more. */
export function nearOf({ absolutePath }: Pick<ImportInput, 'absolutePath'>): string | null {
  const folder = path.dirname(absolutePath);
  const genomes = folderEntries(folder).filter(
    ({ name, kind }) =>
      kind === 'file' &&
      fastaEndings.some((ending) => name.endsWith(ending)) &&
      !/(?:^|[_.-])(?:cds|rna|genes?|proteins?|translated)(?:[_.-]|$)/i.test(name),
  );
  const [only] = genomes;
  return genomes.length === 1 && only !== undefined ? path.join(folder, only.name) : null;
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
