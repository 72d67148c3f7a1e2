/** Translates a CDS from the genome, and says what speaks against its being a whole gene. */
import { type CodeNumber, codeNumbers } from '../../sequences/geneticCode.ts';
import { beginsWithStart, translate } from '../../sequences/translate.ts';
import type { AnnotatedFeature } from '../annotation.ts';
import { basesOf } from './spans.ts';

export type Flaw = 'stop' | 'start' | 'length';

export interface MadeProtein {
  /** Without the stop at its end. */
  readonly translation: string;
  readonly code: CodeNumber;
  readonly endsInStop: boolean;
  /** The worst: a stop inside, no start codon, or a length that is no multiple of three. */
  readonly flaw: Flaw | null;
}

export const usualCode = 11;

/** The protein, or the reason why there is none. */
export function madeProtein(cds: AnnotatedFeature, genome: Buffer): MadeProtein | string {
  const code = codeOf(tableOf(cds));
  if (typeof code === 'string') return code;
  const first = cds.phase ?? Number(cds.qualifiers.get('codon_start')?.[0] || 1) - 1;
  if (first !== 0 && first !== 1 && first !== 2) return 'a codon_start that is not 1, 2 or 3';
  const bases = basesOf(genome, cds.parts).subarray(first);
  const made = translate(bases, code);
  const hasStart = beginsWithStart(bases, code);
  // GTG and TTG also start with methionine, if the start is not cut off.
  const begun = !cds.isStartOpen && hasStart ? `M${made.slice(1)}` : made;
  const translation = withoutStop(begun);
  if (translation === '') return 'no whole codon';
  // What reaches an end of the sequence may be cut off there.
  const isCut = cds.parts.some(({ start, end }) => start === 0 || end === genome.length);
  const flaw = translation.includes('*')
    ? 'stop'
    : !hasStart && !cds.isStartOpen && !isCut
      ? 'start'
      : bases.length % 3 !== 0 && !cds.isPartial && !isCut
        ? 'length'
        : null;
  return { translation, code, endsInStop: translation !== begun, flaw };
}

/** What the file says of the genetic code; empty if it says nothing. */
export function tableOf({ table, qualifiers }: AnnotatedFeature): string {
  return table ?? qualifiers.get('transl_table')?.[0] ?? '';
}

export function withoutStop(protein: string): string {
  return protein.endsWith('*') ? protein.slice(0, -1) : protein;
}

/**
 * Pharokka writes text here if it was given the genes. The standard code is accepted because it differs from 11 only in
 * its starts.
 */
function codeOf(said: string): CodeNumber | string {
  if (!/^\d+$/.test(said) || said === '1') return usualCode;
  const known = codeNumbers.find((number) => number === Number(said));
  return known ?? `the genetic code ${said}, and no translation`;
}
