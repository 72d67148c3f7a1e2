/** The rule gene-length (S3), which distinguishes mistakes from real genes that break it. */
import type { Breach } from '../../findings/finding.ts';
import type { Gene } from './geneRecord.ts';

/** A gene whose Stop is before its Start: it runs through the origin if its genome is long enough for that. */
export interface Wrap {
  /** Null where the gene names no phage. */
  readonly phageId: string | null;
  readonly start: number;
  readonly stop: number;
  readonly length: number;
}

const realGenes = 'Genomes have such genes: --allow gene-length publishes them as they are.';
const mayBeRight = 'If it is right all the same, --allow gene-length publishes it as it is.';
const place = { rule: 'gene-length', pointer: '/Length' } as const;

// A programmed frameshift: the two parts share a nucleotide or two, so Length exceeds the span.
const maxShared = 2;

/** What is wrong with the Length of a gene that does not run through the origin. */
export function lengthBreaches(gene: Gene): Breach[] {
  const { Start, Stop, Length, Translation } = gene;
  if (Start === null || Stop === null || Length === null || Length === Stop - Start) return [];
  if (wrapOf(gene) !== null) return [];
  if (Stop < Start) {
    return [
      {
        ...place,
        kind: 'start-and-stop-swapped',
        expected: 'Start before Stop, also where Orientation is R',
        found: `Start ${Start} and Stop ${Stop}`,
      },
    ];
  }
  const expected = `${Stop - Start} (Stop ${Stop} − Start ${Start})`;
  const codons = Translation?.length ?? -1;
  const fitsTranslation = Length === 3 * codons || Length === 3 * (codons + 1);
  if (!fitsTranslation || Length > Stop - Start + maxShared) {
    return [{ ...place, kind: 'unexplained', expected, found: String(Length), hint: mayBeRight }];
  }
  const found = `${Length}, as long as its Translation: a gene in two parts`;
  return [{ ...place, kind: 'in-two-parts', expected, found, hint: realGenes }];
}

/**
 * The coordinates of a gene that may run through the origin; null for any other, also if Start and Stop are only
 * swapped.
 */
export function wrapOf({ PhageID, Start, Stop, Length }: Gene): Wrap | null {
  if (Start === null || Stop === null || Length === null) return null;
  if (Stop >= Start || Length === Start - Stop) return null;
  return { phageId: PhageID?.PhageID ?? null, start: Start, stop: Stop, length: Length };
}

/** Judges the gene by the length of its genome; null if that is unknown. */
export function wrapBreach({ start, stop, length }: Wrap, genomeLength: number | null): Breach {
  const real = { ...place, kind: 'through-the-origin', hint: realGenes } as const;
  const expected = 'a gene that does not run through the origin';
  if (genomeLength === null) {
    const needed = length + start - stop;
    if (needed < start) {
      const wanted = `a Length of at least Stop ${stop}, if the gene runs through the origin`;
      const found = `${length} from Start ${start} to Stop ${stop}`;
      return { ...place, kind: 'unexplained', expected: wanted, found, hint: mayBeRight };
    }
    return {
      ...real,
      expected,
      found: `${length} from Start ${start} to Stop ${stop}, as in a genome of ${needed} (how long it is, no phage record says)`,
    };
  }
  const wanted = genomeLength - start + stop;
  if (length === wanted) {
    return {
      ...real,
      expected,
      found: `${length} from Start ${start} through it to Stop ${stop}, which is right in a genome of ${genomeLength}`,
    };
  }
  return {
    ...place,
    kind: 'unexplained',
    hint: mayBeRight,
    expected:
      start > genomeLength
        ? `a Start within the genome of ${genomeLength}`
        : `${wanted} (from Start ${start} through the origin of a genome of ${genomeLength} to Stop ${stop})`,
    found:
      start > genomeLength ? `Start ${start}, Stop ${stop} and Length ${length}` : String(length),
  };
}
