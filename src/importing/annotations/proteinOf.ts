/** The protein of a CDS: as stated in the file, else translated. */
import type { AnnotatedFeature } from '../annotation.ts';
import { hasStopInside, stopInside } from '../stopInside.ts';
import { type Flaw, madeProtein, tableOf, usualCode, withoutStop } from './madeProtein.ts';
import type { QualifierReader } from './untaken.ts';

export interface Protein {
  readonly translation: string;
  /** The kinds of changes that led to it, for the report. */
  readonly changes: readonly string[];
  /** The kinds of doubts about it, for the report. */
  readonly doubts: readonly string[];
}

const doubtOf: Readonly<Record<Flaw, string>> = {
  stop: stopInside,
  start: 'genes that begin with no start codon',
  length: 'genes whose length is no multiple of three',
};

const unheeded =
  'translations made from the genome without the exceptions that /transl_except says';

/** The protein, or the reason why there is none. */
export function proteinOf(
  cds: AnnotatedFeature,
  qualifiers: Pick<QualifierReader, 'first'>,
  genome: Buffer | null,
): Protein | string {
  const said = statedProtein(cds);
  const isSaid = said !== '';
  // Records do not say how a gene is read; these are what a reader takes for granted.
  const read = {
    codon_start: isSaid ? '1' : String(1 + (cds.phase ?? readStart(cds))),
    transl_table: isSaid ? String(usualCode) : tableOf(cds),
  };
  for (const [name, heeded] of Object.entries(read)) {
    if (cds.qualifiers.get(name)?.[0] === heeded) qualifiers.first(name);
  }
  if (isSaid) {
    qualifiers.first('translation');
    const upper = said.toUpperCase();
    const translation = withoutStop(upper);
    const changes = [
      ...(upper === said ? [] : ['translations now in upper case']),
      ...(translation === upper ? [] : ['stops left out at the end of translations']),
    ];
    return { translation, changes, doubts: hasStopInside(translation) ? [doubtOf.stop] : [] };
  }
  if (genome === null) return 'no translation, and no sequence to translate';
  const made = madeProtein(cds, genome);
  if (typeof made === 'string') return made;
  const { translation, code, flaw } = made;
  const changes = ['translations made from the genome'];
  const table = tableOf(cds);
  if (table !== '' && table !== String(code)) changes.push(`genetic codes read as ${code}`);
  const doubts = flaw === null ? [] : [doubtOf[flaw]];
  if (cds.qualifiers.has('transl_except')) doubts.push(unheeded);
  return { translation, changes, doubts };
}

function readStart({ qualifiers }: AnnotatedFeature): number {
  return Number(qualifiers.get('codon_start')?.[0] || 1) - 1;
}

/** Empty if there is none, or a text that is none: BioPerl writes `length.196`, others `none`. */
export function statedProtein({ qualifiers }: AnnotatedFeature): string {
  const said = (qualifiers.get('translation')?.[0] ?? '').replaceAll(/\s/g, '');
  const isProtein = /^[a-z*]+$/i.test(said) && /[a-z]/i.test(said) && !noProtein.test(said);
  return isProtein ? said : '';
}

const noProtein = /^(?:none|null|na|nan|yes|no|true|false|unknown)$/i;
