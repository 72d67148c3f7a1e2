/** The protein of a CDS: as stated in the file, else translated. */
import { type CodeNumber, codeNumbers } from '../../sequences/geneticCode.ts';
import { beginsWithStart, translate } from '../../sequences/translate.ts';
import type { AnnotatedFeature } from '../annotation.ts';
import { basesOf } from './spans.ts';
import type { QualifierReader } from './untaken.ts';

export interface Protein {
  readonly translation: string;
  /** The kinds of changes that led to it, for the report. */
  readonly changes: readonly string[];
}

const usualCode = 11;

/** The protein, or the reason why there is none. */
export function proteinOf(
  cds: AnnotatedFeature,
  qualifiers: Pick<QualifierReader, 'first'>,
  genome: Buffer | null,
): Protein | string {
  const said = qualifiers.first('translation').replaceAll(/\s/g, '');
  if (said !== '') {
    // Records do not say how a gene is read; these are what a reader takes for granted.
    for (const [name, usual] of [
      ['codon_start', '1'],
      ['transl_table', String(usualCode)],
    ] as const) {
      if (cds.qualifiers.get(name)?.[0] === usual) qualifiers.first(name);
    }
    const upper = said.toUpperCase();
    const translation = withoutStop(upper);
    if (!/^[A-Z*]+$/.test(translation)) return `a translation with other signs than letters`;
    const changes = [
      ...(upper === said ? [] : ['translations now in upper case']),
      ...(translation === upper ? [] : ['stops left out at the end of translations']),
    ];
    return { translation, changes };
  }
  if (genome === null) return 'no translation, and no sequence to translate';
  const table = qualifiers.first('transl_table');
  const code = codeOf(table);
  if (typeof code === 'string') return code;
  const first = Number(qualifiers.first('codon_start') || 1) - 1;
  if (first !== 0 && first !== 1 && first !== 2) return 'a codon_start that is not 1, 2 or 3';
  const bases = basesOf(genome, cds.parts).subarray(first);
  const made = translate(bases, code);
  // GTG and TTG also start with methionine, if the start is not cut off.
  const begun = !cds.isStartOpen && beginsWithStart(bases, code) ? `M${made.slice(1)}` : made;
  const translation = withoutStop(begun);
  if (translation === '') return 'no whole codon';
  const changes = ['translations made from the genome'];
  if (table !== '' && table !== String(code)) changes.push(`genetic codes read as ${code}`);
  return { translation, changes };
}

function withoutStop(protein: string): string {
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
