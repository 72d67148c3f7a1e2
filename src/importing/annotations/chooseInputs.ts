/** Decides which input files are annotations, and of which kind. */
import { readFailure, systemFailure } from '../../failure.ts';
import type { PlacedFault } from '../annotation.ts';
import type { ImportInput } from '../listInputs.ts';
import { type AnnotationKind, annotationKind } from './annotationKind.ts';
import { besideOf } from './besideOf.ts';

export interface ChosenInput {
  readonly input: ImportInput;
  readonly kind: Exclude<AnnotationKind, 'fasta'>;
}

// Files with other names that hold something else are passed over: programs write logs as `.gff`, too.
const promising = /\.(?:gb|gbk|gbff|genbank|gff3)(?:\.gz)?$/i;

/**
 * Leaves out files that are not annotations; if a folder has a GenBank and a GFF3 file of the same name, the GenBank
 * file is used. Files that are named come first, as the user has them; of those in folders, GenBank files, since they
 * say more than other files of the same sequences, and of these RefSeq's last.
 */
export async function chooseInputs(
  inputs: readonly ImportInput[],
  rest: () => Promise<void>,
  skipped: { name: string; why: string }[],
  faults: PlacedFault[],
): Promise<ChosenInput[]> {
  const found: { input: ImportInput; is: Awaited<ReturnType<typeof kindOf>> }[] = [];
  for (const input of inputs) {
    await rest();
    found.push({ input, is: await kindOf(input) });
  }
  const ofKind = (kind: AnnotationKind) =>
    found.flatMap(({ input, is }) =>
      is !== 'broken' && is !== null && 'kind' in is && is.kind === kind ? [input] : [],
    );
  const genbank = new Set(ofKind('genbank').map(stemOf));
  const beside = new Set(ofKind('gff3').map(besideOf));
  const chosen = found.flatMap(({ input, is }): (ChosenInput & { rank: number })[] => {
    const { name, isNamed } = input;
    if (is === 'broken') {
      faults.push({
        file: name,
        line: 1,
        expected: 'a whole gzip file',
        found: 'one that cannot be unpacked',
      });
      return [];
    }
    if (is === null || !('kind' in is) || is.kind === 'fasta') {
      if (beside.has(input.absolutePath)) return [];
      const other = is === null ? neither : 'kind' in is ? fasta : is;
      const { what, hint } = other;
      if (isNamed || promising.test(name)) {
        const expected = 'a GenBank or GFF3 file';
        faults.push({
          file: name,
          line: 1,
          expected,
          found: what,
          ...(hint === '' ? {} : { hint }),
        });
      } else {
        const isPlain = other === neither || other === fasta;
        skipped.push({ name, why: isPlain ? notRead : `${notRead}, but ${what}. ${hint}` });
      }
      return [];
    }
    const { kind, isRefSeq } = is;
    if (kind === 'gff3' && !isNamed && genbank.has(stemOf(input))) {
      skipped.push({ name, why: 'the GenBank file beside it says the same, and the proteins' });
      return [];
    }
    return [{ input, kind, rank: isNamed ? 0 : kind === 'gff3' ? 3 : isRefSeq ? 2 : 1 }];
  });
  return chosen.toSorted((a, b) => a.rank - b.rank);
}

const notRead = 'no GenBank or GFF3 file';
const neither = { what: 'neither', hint: '' };
const fasta = {
  what: 'a FASTA file',
  hint: 'Annotate it, or put it beside a GFF3 file with its genes.',
};

function stemOf({ absolutePath }: ImportInput): string {
  return absolutePath.replace(/\.gz$/i, '').replace(/\.[^./]+$/, '');
}

async function kindOf(
  input: ImportInput,
): Promise<Awaited<ReturnType<typeof annotationKind>> | 'broken'> {
  try {
    return await annotationKind(input);
  } catch (error) {
    if (systemFailure(error) === null) return 'broken';
    throw readFailure(input.absolutePath, error);
  }
}
