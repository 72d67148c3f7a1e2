/** Decides which input files are annotations, and of which kind. */
import { readFailure, systemFailure } from '../../failure.ts';
import type { PlacedFault } from '../annotation.ts';
import type { ImportInput } from '../listInputs.ts';
import { type AnnotationKind, annotationKind } from './annotationKind.ts';
import { besideOf } from './readAnnotations.ts';

export interface ChosenInput {
  readonly input: ImportInput;
  readonly kind: Exclude<AnnotationKind, 'fasta'>;
}

// Files with other names that hold something else are passed over: programs write logs as `.gff`, too.
const promising = /\.(?:gb|gbk|gbff|genbank|gff3)(?:\.gz)?$/i;

/**
 * Leaves out files that are not annotations; if a folder has a GenBank and a GFF3 file of the same name, the GenBank
 * file is used. GenBank files come first, since they say more than other files of the same sequences.
 */
export async function chooseInputs(
  inputs: readonly ImportInput[],
  rest: () => Promise<void>,
  skipped: { name: string; why: string }[],
  faults: PlacedFault[],
): Promise<ChosenInput[]> {
  const kinds: { input: ImportInput; kind: Awaited<ReturnType<typeof kindOf>> }[] = [];
  for (const input of inputs) {
    await rest();
    kinds.push({ input, kind: await kindOf(input) });
  }
  const genbank = new Set(
    kinds.flatMap(({ input, kind }) => (kind === 'genbank' ? [stemOf(input)] : [])),
  );
  const beside = new Set(
    kinds.map(({ input, kind }) => (kind === 'gff3' ? besideOf(input) : null)),
  );
  const chosen = kinds.flatMap(({ input, kind }): ChosenInput[] => {
    const { name, isNamed } = input;
    if (kind === 'fasta' && beside.has(input.absolutePath)) return [];
    if (kind === 'broken') {
      faults.push({
        file: name,
        line: 1,
        expected: 'a whole gzip file',
        found: 'one that cannot be unpacked',
      });
      return [];
    }
    if (kind === null || kind === 'fasta') {
      const found = kind === null ? 'neither' : 'a FASTA file';
      if (isNamed || promising.test(name))
        faults.push({ file: name, line: 1, expected: 'a GenBank or GFF3 file', found });
      else skipped.push({ name, why: 'no GenBank or GFF3 file' });
      return [];
    }
    if (kind === 'gff3' && !isNamed && genbank.has(stemOf(input))) {
      skipped.push({ name, why: 'the GenBank file beside it says the same, and the proteins' });
      return [];
    }
    return [{ input, kind }];
  });
  const isGenbank = ({ kind }: ChosenInput) => kind === 'genbank';
  return [...chosen.filter(isGenbank), ...chosen.filter((one) => !isGenbank(one))];
}

function stemOf({ absolutePath }: ImportInput): string {
  return absolutePath.replace(/\.gz$/i, '').replace(/\.[^./]+$/, '');
}

async function kindOf(input: ImportInput): Promise<AnnotationKind | 'broken' | null> {
  try {
    return await annotationKind(input);
  } catch (error) {
    if (systemFailure(error) === null) return 'broken';
    throw readFailure(input.absolutePath, error);
  }
}
