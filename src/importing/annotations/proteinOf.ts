/** Where features lie on their genome, and the protein of a CDS: as stated in the file, else translated. */
import { defaultCode, isStopAt } from '../../sequences/encodes.ts';
import {
  beginsWithStart,
  type CodeNumber,
  codeNumbers,
  reverseComplement,
  translate,
} from '../../sequences/nucleotides.ts';
import type { AnnotatedFeature, AnnotatedSequence, FeaturePart } from '../annotation.ts';
import { hasStopInside, stopInside } from '../putPhage.ts';
import type { QualifierReader } from './sourceFields.ts';

/** The positions of features on their genome, as in records: `Start` and `Stop` are 0-based and half-open. */
interface Span {
  readonly start: number;
  /** Less than `start` if the feature wraps around the origin. */
  readonly stop: number;
  /** Number of bases in all parts. */
  readonly length: number;
  /** Null if the file does not state it. */
  readonly orientation: 'F' | 'R' | null;
}

/** `genomeLength` is null if it is unknown. */
export function spanOf(parts: readonly FeaturePart[], genomeLength: number | null): Span {
  const isReverse = parts[0]?.strand === -1;
  const along = isReverse ? parts.toReversed() : parts;
  let [length, least, most] = [0, Infinity, 0];
  for (const { start, end } of parts) {
    length += end - start;
    least = Math.min(least, start);
    most = Math.max(most, end);
  }
  // From the last base to the first: any other order of parts does not wrap around the origin.
  const wraps = along.some((part, at) => {
    const before = along[at - 1];
    if (before === undefined || part.start !== 0 || before.start === 0) return false;
    return genomeLength === null || before.end === genomeLength;
  });
  const start = wraps ? along[0]?.start : least;
  const stop = wraps ? along.at(-1)?.end : most;
  const orientation = isReverse ? 'R' : parts[0]?.strand === 0 ? null : 'F';
  return { start: start ?? 0, stop: stop ?? 0, length, orientation };
}

/** In order along the genome: by start, then by end, then forward before reverse, then by line. */
export function alongGenome<Feature extends Pick<AnnotatedFeature, 'parts' | 'line'>>(
  features: readonly Feature[],
  genomeLength: number | null,
): Feature[] {
  return features
    .map((feature) => ({ feature, span: spanOf(feature.parts, genomeLength) }))
    .toSorted(
      ({ feature: a, span: one }, { feature: b, span: other }) =>
        one.start - other.start ||
        one.stop - other.stop ||
        (a.parts[0]?.strand === -1 ? 1 : 0) - (b.parts[0]?.strand === -1 ? 1 : 0) ||
        a.line - b.line,
    )
    .map(({ feature }) => feature);
}

type Flaw = 'stop' | 'start' | 'length';

interface MadeProtein {
  /** Without the stop at its end. */
  readonly translation: string;
  readonly code: CodeNumber;
  readonly endsInStop: boolean;
  /** The worst: a stop inside, no start codon, or a length that is no multiple of three. */
  readonly flaw: Flaw | null;
}

/** The translation from the genome, or the reason why there is none. */
function madeProtein(cds: AnnotatedFeature, genome: Buffer): MadeProtein | string {
  const code = codeOf(tableOf(cds));
  if (typeof code === 'string') return code;
  const first = cds.phase ?? codonStart(cds) - 1;
  if (first !== 0 && first !== 1 && first !== 2) return 'a codon_start that is not 1, 2 or 3';
  const read = cds.parts.map(({ start, end, strand }) => {
    const part = genome.subarray(start, end);
    return strand === -1 ? reverseComplement(part) : part;
  });
  const [only] = read;
  const bases = (read.length === 1 && only ? only : Buffer.concat(read)).subarray(first);
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

function codonStart({ qualifiers }: AnnotatedFeature): number {
  return Number(qualifiers.get('codon_start')?.[0] || 1);
}

/** What the file says of the genetic code; empty if it says nothing. */
function tableOf({ table, qualifiers }: AnnotatedFeature): string {
  return table ?? qualifiers.get('transl_table')?.[0] ?? '';
}

function withoutStop(protein: string): string {
  return protein.endsWith('*') ? protein.slice(0, -1) : protein;
}

/**
 * Pharokka writes text here if it was given the genes. The standard code is accepted because it differs from 11 only in
 * its starts.
 */
function codeOf(stated: string): CodeNumber | string {
  if (!/^\d+$/.test(stated) || stated === '1') return defaultCode;
  const known = codeNumbers.find((number) => number === Number(stated));
  return known ?? `the genetic code ${stated}, and no translation`;
}

interface Protein {
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
  const stated = statedProtein(cds);
  const isStated = stated !== '';
  // Records do not say how a gene is read; these are what a reader takes for granted.
  const heed = (name: string, heeded: string) => {
    if (cds.qualifiers.get(name)?.[0] === heeded) qualifiers.first(name);
  };
  const firstBase = isStated ? 1 : cds.phase === undefined ? codonStart(cds) : 1 + cds.phase;
  heed('codon_start', String(firstBase));
  heed('transl_table', isStated ? String(defaultCode) : tableOf(cds));
  if (isStated) {
    qualifiers.first('translation');
    const upper = stated.toUpperCase();
    const translation = withoutStop(upper);
    const changes = [
      ...(upper === stated ? [] : ['translations now in upper case']),
      ...(translation === upper ? [] : ['stops left out at the end of translations']),
    ];
    const doubts = hasStopInside(translation) ? [doubtOf.stop] : [];
    if (genome !== null && endsBeforeStop(cds, genome)) doubts.push(stopBehind);
    return { translation, changes, doubts };
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
  if (endsBeforeStop(cds, genome)) doubts.push(stopBehind);
  return { translation, changes, doubts };
}

const stopBehind = 'genes that end before their stop codon, which lies right behind them';

/** Whether the last codon is no stop and the next one is: programs leave it out in GTF, and some in GFF3. */
function endsBeforeStop({ parts, isPartial }: AnnotatedFeature, genome: Buffer): boolean {
  const last = parts.at(-1);
  if (last === undefined || isPartial) return false;
  const { start, end, strand } = last;
  const isReverse = strand === -1;
  const [own, next] = isReverse ? [start, start - 3] : [end - 3, end];
  return !isStopAt(genome, own, isReverse) && isStopAt(genome, next, isReverse);
}

/** Empty if there is none, or a text that is none: BioPerl writes `length.196`, others `none`. */
function statedProtein({ qualifiers }: AnnotatedFeature): string {
  const given = qualifiers.get('translation')?.[0] ?? '';
  // Most are so, and longer than a word.
  if (given.length > longestWord && /^[A-Z]+\*?$/.test(given)) return given;
  const letters = given.replaceAll(/\s/g, '');
  const noProtein = /^(?:none|null|na|nan|yes|no|true|false|unknown)$/i;
  const isProtein =
    /^[a-z*]+$/i.test(letters) && /[a-z]/i.test(letters) && !noProtein.test(letters);
  return isProtein ? letters : '';
}

const longestWord = 'unknown'.length;

/** By what a gene's first codon is found, and whether its genetic code is that of the file's header. */
interface Reading {
  readonly frame: 'column' | 'codon_start' | 'start';
  readonly isByHeader: boolean;
}

const asTheySay: Reading = { frame: 'column', isByHeader: false };

// The genes of a hundred phages are evidence enough; a file may have a million sequences.
const mostHeld = 32 << 20;
const sizeOfFeature = 500;

/**
 * Yields each sequence as it is to be read, and whether it is the only one of its file. A GFF3 file is read without its
 * column 8, or by the genetic code that its header names, if more of its genes are whole so: that is, they begin with a
 * start codon, have no stop inside, and are a multiple of three long; or, where the file has a translation, they give it.
 * A GenBank file is read as it says. `onReading` is told once, with the counts and the first line that is read otherwise.
 */
export async function* weighed(
  sequences: AsyncIterable<AnnotatedSequence>,
  isGff3: boolean,
  onReading: (found: string, line: number) => void,
): AsyncGenerator<{ readonly sequence: AnnotatedSequence; readonly isAlone: boolean }> {
  const held: AnnotatedSequence[] = [];
  let size = 0;
  let reading: Reading | null = null;
  let isFirst = true;
  let failure: { readonly error: unknown } | null = null;
  try {
    for await (const sequence of sequences) {
      if (held.length > 0 && (size > mostHeld || !isGff3)) {
        reading ??= chosen(held, isGff3, onReading);
        for (const one of held.splice(0)) yield { sequence: readBy(one, reading), isAlone: false };
        isFirst = false;
      }
      held.push(sequence);
      size += sizeOf(sequence);
    }
  } catch (error) {
    // What was read before is whole.
    failure = { error };
  }
  const isAlone = isFirst && held.length === 1 && failure === null;
  reading ??= chosen(held, isGff3, onReading);
  for (const sequence of held) yield { sequence: readBy(sequence, reading), isAlone };
  if (failure !== null) throw failure.error;
}

function sizeOf({ bases, features, names }: AnnotatedSequence): number {
  const letters = names.reduce((sum, name) => sum + name.length, 0);
  return (bases?.length ?? 0) + letters + sizeOfFeature * (1 + features.length);
}

function chosen(
  sequences: readonly AnnotatedSequence[],
  isGff3: boolean,
  onReading: (found: string, line: number) => void,
): Reading {
  if (!isGff3) return asTheySay;
  const genes = sequences.flatMap((sequence) => sequence.features.filter(isWeighed));
  const hasPhase = genes.some(({ phase = 0 }) => phase > 0);
  const hasStart = genes.some(({ phase, qualifiers }) => {
    const [stated = String((phase ?? 0) + 1)] = qualifiers.get('codon_start') ?? [];
    return phase !== undefined && Number(stated) !== phase + 1;
  });
  const hasTable = sequences.some(
    ({ headerTable, features }) =>
      headerTable !== undefined &&
      features.some(
        (one) => isWeighed(one) && (tableOf(one) || String(defaultCode)) !== headerTable,
      ),
  );
  const frames: Reading['frame'][] = [
    'column',
    ...(hasStart ? (['codon_start'] as const) : []),
    ...(hasPhase ? (['start'] as const) : []),
  ];
  const readings = (hasTable ? [false, true] : [false]).flatMap((isByHeader) =>
    frames.map((frame) => ({ frame, isByHeader })),
  );
  if (readings.length === 1) return asTheySay;
  const scored = readings.map((reading) => ({ reading, score: scoreOf(sequences, reading) }));
  // Where readings are equally good, the first: what the file says of each gene.
  const [best] = scored.toSorted(
    ({ score: a }, { score: b }) => b.whole - a.whole || a.stops - b.stops || b.ends - a.ends,
  );
  const asStated = scored[0];
  if (best === undefined || asStated === undefined || best === asStated) return asTheySay;
  const { frame, isByHeader } = best.reading;
  const headerTables = new Set(sequences.flatMap(({ headerTable }) => headerTable ?? []));
  const how = [
    ...(frame === 'column' ? [] : [frame === 'start' ? 'from their first base' : 'by codon_start']),
    ...(isByHeader ? [`by the genetic code ${[...headerTables].join(', ')} of the header`] : []),
  ].join(' and ');
  const instead = frame === 'column' ? 'as each gene says' : 'by column 8 (phase)';
  const first = genes.find(({ phase = 0 }) => isByHeader || phase > 0);
  const counts = `${best.score.whole} of ${genes.length} genes are whole, ${instead} ${asStated.score.whole}`;
  onReading(`${how}: so ${counts}`, first?.line ?? 1);
  return best.reading;
}

function isWeighed({ type, qualifiers }: AnnotatedFeature): boolean {
  return type === 'CDS' && !qualifiers.has('pseudo') && !qualifiers.has('pseudogene');
}

function scoreOf(sequences: readonly AnnotatedSequence[], reading: Reading) {
  let [whole, stops, ends] = [0, 0, 0];
  for (const sequence of sequences) {
    const { bases, features } = readBy(sequence, reading);
    if (bases === null) continue;
    for (const cds of features.filter(isWeighed)) {
      const made = madeProtein(cds, bases);
      if (typeof made === 'string') continue;
      const stated = statedProtein(cds);
      // The first letter may be that of the codon, or M.
      const isSame = withoutStop(stated).toUpperCase().slice(1) === made.translation.slice(1);
      if (stated === '' ? made.flaw === null : isSame) whole++;
      if (made.flaw === 'stop') stops++;
      if (made.endsInStop) ends++;
    }
  }
  return { whole, stops, ends };
}

function readBy(sequence: AnnotatedSequence, { frame, isByHeader }: Reading): AnnotatedSequence {
  const { headerTable } = sequence;
  if (frame === 'column' && !isByHeader) return sequence;
  const features = sequence.features.map((feature) => {
    if (feature.type !== 'CDS') return feature;
    const { phase } = feature;
    return {
      ...feature,
      phase: frame === 'column' ? phase : frame === 'start' ? 0 : undefined,
      table: isByHeader ? (headerTable ?? tableOf(feature)) : undefined,
    };
  });
  return { ...sequence, features };
}
