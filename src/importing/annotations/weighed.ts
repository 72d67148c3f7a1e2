/** Decides how the genes of a file are read: what their proteins would be weighs more than what the file says. */
import type { AnnotatedFeature, AnnotatedSequence } from '../annotation.ts';
import { madeProtein, tableOf, usualCode } from './madeProtein.ts';
import { statedProtein } from './proteinOf.ts';

/** By what a gene's first codon is found, and whether its genetic code is that of the file's header. */
interface Reading {
  readonly frame: 'column' | 'codon_start' | 'start';
  readonly isByHeader: boolean;
}

interface Score {
  readonly whole: number;
  readonly stops: number;
  readonly ends: number;
}

const asTheySay: Reading = { frame: 'column', isByHeader: false };

// The genes of a hundred phages are evidence enough; a file may have a million sequences.
const mostHeld = 32 << 20;
const sizeOfFeature = 500;
const usualTable = String(usualCode);

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
        reading ??= chosen(held, onReading);
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
  reading ??= chosen(held, onReading);
  for (const sequence of held) yield { sequence: readBy(sequence, reading), isAlone };
  if (failure !== null) throw failure.error;
}

function sizeOf({ bases, features, names }: AnnotatedSequence): number {
  const letters = names.reduce((sum, name) => sum + name.length, 0);
  return (bases?.length ?? 0) + letters + sizeOfFeature * (1 + features.length);
}

function chosen(
  sequences: readonly AnnotatedSequence[],
  onReading: (found: string, line: number) => void,
): Reading {
  const genes = sequences.flatMap((sequence) => sequence.features.filter(isWeighed));
  const hasPhase = genes.some(({ phase = 0 }) => phase > 0);
  const hasStart = genes.some(({ phase, qualifiers }) => {
    const [said = String((phase ?? 0) + 1)] = qualifiers.get('codon_start') ?? [];
    return phase !== undefined && Number(said) !== phase + 1;
  });
  const hasTable = sequences.some(
    ({ headerTable, features }) =>
      headerTable !== undefined &&
      features.some((one) => isWeighed(one) && (tableOf(one) || usualTable) !== headerTable),
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
  const said = scored[0];
  if (best === undefined || said === undefined || best === said) return asTheySay;
  const { frame, isByHeader } = best.reading;
  const how = [
    ...(frame === 'column' ? [] : [frame === 'start' ? 'from their first base' : 'by codon_start']),
    ...(isByHeader ? [`by the genetic code ${headerTablesOf(sequences)} of the header`] : []),
  ].join(' and ');
  const instead = frame === 'column' ? 'as each gene says' : 'by column 8 (phase)';
  const first = genes.find(({ phase = 0 }) => isByHeader || phase > 0);
  onReading(
    `${how}: so ${best.score.whole} of ${genes.length} genes are whole, ${instead} ${said.score.whole}`,
    first?.line ?? 1,
  );
  return best.reading;
}

function headerTablesOf(sequences: readonly AnnotatedSequence[]): string {
  return [...new Set(sequences.flatMap(({ headerTable }) => headerTable ?? []))].join(', ');
}

function isWeighed({ type, qualifiers }: AnnotatedFeature): boolean {
  return type === 'CDS' && !qualifiers.has('pseudo') && !qualifiers.has('pseudogene');
}

function scoreOf(sequences: readonly AnnotatedSequence[], reading: Reading): Score {
  let [whole, stops, ends] = [0, 0, 0];
  for (const sequence of sequences) {
    const { bases, features } = readBy(sequence, reading);
    if (bases === null) continue;
    for (const cds of features.filter(isWeighed)) {
      const made = madeProtein(cds, bases);
      if (typeof made === 'string') continue;
      const said = statedProtein(cds);
      if (said === '' ? made.flaw === null : isSame(said, made.translation)) whole++;
      if (made.flaw === 'stop') stops++;
      if (made.endsInStop) ends++;
    }
  }
  return { whole, stops, ends };
}

/** The first letter may be that of the codon, or M. */
function isSame(said: string, made: string): boolean {
  return said.replace(/\*$/, '').toUpperCase().slice(1) === made.slice(1);
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
