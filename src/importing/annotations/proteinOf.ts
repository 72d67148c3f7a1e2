/** The protein of a CDS: as stated in the file, else translated. */
import { type CodeNumber, codeNumbers } from '../../sequences/geneticCode.ts';
import { beginsWithStart, translate } from '../../sequences/translate.ts';
import type { AnnotatedFeature } from '../annotation.ts';
import { basesOf } from './spans.ts';

export interface Protein {
  readonly translation: string;
  /** Whether it was translated here because the file does not state it. */
  readonly isMade: boolean;
  /** Whether a stop at the end was dropped. */
  readonly lostStop: boolean;
}

const usualCode = 11;

/** The protein, or the reason why there is none. */
export function proteinOf(cds: AnnotatedFeature, genome: Buffer | null): Protein | string {
  const said = cds.qualifiers.get('translation')?.[0]?.replaceAll(/\s/g, '') ?? '';
  if (said !== '') {
    const translation = withoutStop(said.toUpperCase());
    if (!/^[A-Z*]+$/.test(translation)) return `a translation with other signs than letters`;
    return { translation, isMade: false, lostStop: translation.length < said.length };
  }
  if (genome === null) return 'no translation, and no sequence to translate';
  const code = codeOf(cds);
  if (typeof code === 'string') return code;
  const first = Number(cds.qualifiers.get('codon_start')?.[0] ?? 1) - 1;
  if (first !== 0 && first !== 1 && first !== 2) return 'a codon_start that is not 1, 2 or 3';
  const bases = basesOf(genome, cds.parts).subarray(first);
  const made = translate(bases, code);
  // GTG and TTG also start with methionine, if the start is not cut off.
  const begun = !cds.isPartial && beginsWithStart(bases, code) ? `M${made.slice(1)}` : made;
  const translation = withoutStop(begun);
  if (translation === '') return 'no whole codon';
  return { translation, isMade: true, lostStop: false };
}

function withoutStop(protein: string): string {
  return protein.endsWith('*') ? protein.slice(0, -1) : protein;
}

/**
 * Pharokka writes text here if it was given the genes. The standard code is accepted because it differs from 11 only in
 * its starts.
 */
function codeOf({ qualifiers }: AnnotatedFeature): CodeNumber | string {
  const said = qualifiers.get('transl_table')?.[0] ?? '';
  if (!/^\d+$/.test(said) || said === '1') return usualCode;
  const known = codeNumbers.find((number) => number === Number(said));
  return known ?? `the genetic code ${said}, and no translation`;
}
