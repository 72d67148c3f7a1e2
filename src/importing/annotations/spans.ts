/** Where features lie on their genome, in the numbers of records: `Start` and `Stop` as base 0 and half-open. */
import { reverseComplement } from '../../sequences/nucleotides.ts';
import type { FeaturePart } from '../annotation.ts';

export interface Span {
  readonly start: number;
  /** Below `start` where the feature goes through the origin. */
  readonly stop: number;
  /** Number of bases in all parts. */
  readonly length: number;
  /** Null where the file does not say. */
  readonly orientation: 'F' | 'R' | null;
}

export function spanOf(parts: readonly FeaturePart[]): Span {
  const isReverse = parts[0]?.strand === -1;
  const along = isReverse ? parts.toReversed() : parts;
  const length = parts.reduce((sum, { start, end }) => sum + end - start, 0);
  const wraps = along.some((part, at) => at > 0 && part.start < (along[at - 1]?.start ?? 0));
  const start = wraps ? along[0]?.start : Math.min(...along.map((part) => part.start));
  const stop = wraps ? along.at(-1)?.end : Math.max(...along.map((part) => part.end));
  const orientation = isReverse ? 'R' : parts[0]?.strand === 0 ? null : 'F';
  return { start: start ?? 0, stop: stop ?? 0, length, orientation };
}

/** The bases of a feature in the order in which they are read. */
export function basesOf(genome: Buffer, parts: readonly FeaturePart[]): Buffer {
  return Buffer.concat(
    parts.map(({ start, end, strand }) => {
      const bases = genome.subarray(start, end);
      return strand === -1 ? reverseComplement(bases) : bases;
    }),
  );
}

/** Order along the genome: by start, then by end, then forward before reverse, then by line. */
export function compareAlong(
  a: { readonly parts: readonly FeaturePart[]; readonly line: number },
  b: { readonly parts: readonly FeaturePart[]; readonly line: number },
): number {
  const [one, other] = [spanOf(a.parts), spanOf(b.parts)];
  return (
    one.start - other.start ||
    one.stop - other.stop ||
    (a.parts[0]?.strand === -1 ? 1 : 0) - (b.parts[0]?.strand === -1 ? 1 : 0) ||
    a.line - b.line
  );
}
