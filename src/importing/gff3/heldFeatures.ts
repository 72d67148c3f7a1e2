/** The features of a GFF3 file by sequence, until its sequences come: they follow all features. */
import { type FeaturePart, maxFeatures, type ReadingReports } from '../annotation.ts';
import { type Spill, usuallyWaiting } from '../spill.ts';
import { copied } from '../../text/copied.ts';
import { TextFault } from '../textLines.ts';
import { type FoundFeature, type HeldRow, joinRows } from './joinRows.ts';
import type { FeatureLine } from './parseFeatureLine.ts';

/** How much may be held: of the features of all sequences, and of those of one. */
export interface HeldLimits {
  /** Beyond it, features wait on disk. */
  readonly letters: number;
  readonly sequenceFeatures: number;
  readonly sequenceBytes: number;
}

export const usualLimits: HeldLimits = {
  letters: usuallyWaiting,
  sequenceFeatures: maxFeatures,
  sequenceBytes: 256 << 20,
};

// Only those of one sequence are in memory at a time. Each takes memory beside its text, and so does each attribute.
const bytesOfFeature = 400;
const bytesOfAttribute = 150;
// Thirty times the largest collection of phages. Each takes a few hundred bytes.
const maxSequences = 1_000_000;
// A phage's name is shorter still. In the file, each of its bytes may be escaped as three.
const maxNameBytes = 600;
const maxNamesBytes = 128 << 20;
// On disk: a small file that was compressed can become as long as it likes.
const maxBytes = 2 ** 34;

export interface Region {
  /** Of its first feature. */
  readonly line: number;
  readonly isCircular: boolean;
  /** Whether a row was reported. */
  readonly isFaulty: boolean;
  /** The genetic code that a comment before its first feature names. */
  readonly headerTable: string | undefined;
  readonly features: readonly FoundFeature[];
}

export interface HeldFeatures {
  /** Throws a TextFault for more features than an import takes. */
  readonly add: (feature: FeatureLine, line: number, headerTable?: string) => void;
  readonly has: (sequence: string) => boolean;
  /** Undefined for a sequence without features. Throws a TextFault for more than a sequence may have. */
  readonly get: (sequence: string, bases: Buffer) => Region | undefined;
  /** The sequences that have features, with the line of the first. */
  readonly firstLines: () => Iterable<readonly [sequence: string, line: number]>;
}

/** Throws a TextFault for a name that is longer than any: names are kept until the end of the file. */
export function assertSequenceName(name: string, line: number): void {
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new TextFault(line, `a name of a sequence that is longer than ${maxNameBytes} bytes`);
}

export function holdFeatures(
  spill: Spill,
  reports: ReadingReports,
  { sequenceFeatures, sequenceBytes }: HeldLimits,
): HeldFeatures {
  const sequences = new Map<
    string,
    { readonly line: number; readonly headerTable: string | undefined; bytes: number }
  >();
  let [allBytes, nameBytes] = [0, 0];
  return {
    add({ sequence, type, part, phase, qualifiers }, line, headerTable) {
      assertSequenceName(sequence, line);
      let known = sequences.get(sequence);
      if (known === undefined) {
        sequences.set(copied(sequence), (known = { line, headerTable, bytes: 0 }));
        nameBytes += sequence.length;
      }
      if (sequences.size > maxSequences)
        throw new TextFault(line, `features of more than ${maxSequences} sequences`);
      if (nameBytes > maxNamesBytes)
        throw new TextFault(line, `names of sequences of more than ${maxNamesBytes} bytes`);
      const { start, end, strand } = part;
      const text = JSON.stringify([type, start, end, strand, phase, [...qualifiers]]);
      spill.add(sequence, [String(line), text]);
      let values = 0;
      for (const one of qualifiers.values()) values += one.length;
      known.bytes += text.length + bytesOfFeature + bytesOfAttribute * values;
      allBytes += text.length;
      if (known.bytes > sequenceBytes) {
        const found = `features of ${sequence} that take more than ${sequenceBytes} bytes of memory`;
        throw new TextFault(line, found);
      }
      if (allBytes > maxBytes) throw new TextFault(line, `features of more than ${maxBytes} bytes`);
    },
    has: (sequence) => sequences.has(sequence),
    get(sequence, bases) {
      const known = sequences.get(sequence);
      if (known === undefined) return undefined;
      let isCircular: boolean | null = null;
      const rows: HeldRow[] = [];
      for (const [number = '', text = ''] of spill.itemsOf(sequence)) {
        const line = Number(number);
        const feature = parseHeld(text, line);
        if (isCircular === null || feature.type === 'region')
          isCircular = feature.qualifiers.get('Is_circular')?.[0] === 'true';
        rows.push(feature);
      }
      const circle = isCircular === true ? bases.length : null;
      const fitting: HeldRow[] = [];
      for (const row of rows) {
        const { start, end } = row.part;
        if (end > start) fitting.push(row);
        else if (circle !== null && start < circle)
          fitting.push({ ...row, part: { ...row.part, end: end + circle } });
        else {
          const expected = `an end behind the start, or Is_circular=true in the region of ${sequence}`;
          reports.report({ line: row.line, expected, found: `${start + 1}, ${end}` });
        }
      }
      const isFaulty = fitting.length < rows.length;
      const features = joinRows(fitting, bases, reports);
      const beyond = features[sequenceFeatures];
      if (beyond !== undefined)
        throw new TextFault(beyond.line, `more than ${sequenceFeatures} features of ${sequence}`);
      const { line, headerTable } = known;
      return { line, isCircular: isCircular ?? false, isFaulty, headerTable, features };
    },
    *firstLines() {
      for (const [sequence, { line }] of sequences) yield [sequence, line];
    },
  };
}

function parseHeld(text: string, line: number): HeldRow {
  const [type, start, end, strand, phase, qualifiers] = JSON.parse(text) as [
    string,
    number,
    number,
    FeaturePart['strand'],
    number,
    [string, string[]][],
  ];
  return { line, type, part: { start, end, strand }, phase, qualifiers: new Map(qualifiers) };
}
