/** Recognises a sequence that an import has taken already, from another file. */
import type { AnnotatedSequence } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { createImportLog } from '../importLog.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import type { AnnotationKind } from './annotationKind.ts';
import { type Surroundings, stageSequence } from './stageSequence.ts';

/**
 * Whether what was taken says all that this sequence says: it is the same in every file made from it, or is the GFF3
 * form of a GenBank record. Programs that split their output write both beside the whole.
 */
export async function isCopy(
  sequence: AnnotatedSequence,
  name: string,
  kinds: { readonly own: AnnotationKind; readonly taken: AnnotationKind },
  surroundings: Omit<Surroundings, 'log' | 'report'>,
): Promise<boolean> {
  const { staged } = surroundings;
  const isThere = (file: string, bytes: Buffer) =>
    staged.files.has(file) && staged.read(file).equals(bytes);
  if (kinds.own === 'gff3' && kinds.taken === 'genbank') {
    const { bases } = sequence;
    return bases !== null && isThere(`genomes/${name}.fasta`, renderFasta(name, bases));
  }
  let isSame = true;
  const compared: StagedData = {
    ...staged,
    put(file, bytes) {
      isSame &&= isThere(file, bytes);
    },
  };
  const report = () => void (isSame = false);
  const log = createImportLog();
  const { files } = await stageSequence(sequence, name, {
    ...surroundings,
    staged: compared,
    log,
    report,
  });
  const all = ['genes', 'features'].filter((one) => staged.files.has(`${one}/${name}.ndjson`));
  return isSame && all.every((one) => files.includes(`${one}/${name}.ndjson`));
}
