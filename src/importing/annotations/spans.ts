/** The positions of features on their genome, as in records: `Start` and `Stop` are 0-based and half-open. */
import { reverseComplement } from '../../sequences/nucleotides.ts';
import type { AnnotatedFeature, FeaturePart } from '../annotation.ts';

export interface Span {
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
  const length = parts.reduce((sum, { start, end }) => sum + end - start, 0);
  // From the last base to the first: any other order of parts does not wrap around the origin.
  const wraps = along.some((part, at) => {
    const before = along[at - 1];
    if (before === undefined || part.start !== 0 || before.start === 0) return false;
    return genomeLength === null || before.end === genomeLength;
  });
  const start = wraps
    ? along[0]?.start
    : along.reduce((least, part) => Math.min(least, part.start), Infinity);
  const stop = wraps
    ? along.at(-1)?.end
    : along.reduce((most, part) => Math.max(most, part.end), 0);
  const orientation = isReverse ? 'R' : parts[0]?.strand === 0 ? null : 'F';
  return { start: start ?? 0, stop: stop ?? 0, length, orientation };
}

/** The bases of a feature in reading order. */
export function basesOf(genome: Buffer, parts: readonly FeaturePart[]): Buffer {
  return Buffer.concat(
    parts.map(({ start, end, strand }) => {
      const bases = genome.subarray(start, end);
      return strand === -1 ? reverseComplement(bases) : bases;
    }),
  );
}

type Placed = Pick<AnnotatedFeature, 'parts' | 'line'>;

/** In order along the genome: by start, then by end, then forward before reverse, then by line. */
export function alongGenome<Feature extends Placed>(
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
