/** Rule `gene-length`, which tells mistakes from real genes whose lengths look wrong. */
import type { Breach } from '../../findings/finding.ts';
import type { RecordPlace } from '../../findings/recordPlace.ts';
import type { Collector, Fact, Joined } from '../fact.ts';
import { genomeLengths } from '../phages/genomeLengths.ts';
import type { Rule } from '../rule.ts';
import type { Gene } from './geneRecord.ts';

/** A gene whose Stop is before its Start: it wraps around the origin if its genome is long enough. */
interface Wrap {
  /** Null if the gene names no phage. */
  readonly phageId: string | null;
  readonly start: number;
  readonly stop: number;
  readonly length: number;
}

const realGenes = 'Genomes have such genes: --allow gene-length publishes them as they are.';
const mayBeRight = 'If it is right all the same, --allow gene-length publishes it as it is.';
const ofLength = { rule: 'gene-length', pointer: '/Length' } as const;

// A programmed frameshift: the two parts share a nucleotide or two, so Length exceeds the span.
const maxShared = 2;

interface Wraps {
  readonly wraps: readonly (Wrap & { readonly line: number })[];
  /** The number of wraps beyond those. */
  readonly more: number;
}

interface JoinedWraps extends Joined<Wraps> {
  readonly wraps: readonly (readonly [wrap: Wrap, place: RecordPlace])[];
  readonly more: () => number;
}

// A genome has a few. More in one piece are mistakes, and this many are enough to report.
const maxWraps = 10_000;

/** Genes that seem to wrap around the origin. */
const geneWraps: Fact<Gene, Wraps, Collector<Gene, Wraps>, JoinedWraps> = {
  name: 'wraps',
  collect() {
    const wraps: (Wrap & { line: number })[] = [];
    let more = 0;
    return {
      note(gene, line) {
        const wrap = wrapOf(gene);
        if (wrap === null) return;
        if (wraps.length < maxWraps) wraps.push({ ...wrap, line });
        else more++;
      },
      finish: () => ({ wraps, more }),
    };
  },
  join() {
    const wraps: (readonly [Wrap, RecordPlace])[] = [];
    let more = 0;
    return {
      wraps,
      more: () => more,
      take(piece, rank) {
        for (const { line, ...wrap } of piece.wraps) wraps.push([wrap, { rank, line }]);
        more += piece.more;
      },
    };
  },
};

/** A gene that wraps around the origin is checked when the length of its genome is known. */
export const geneLength: Rule<Gene> = {
  breaches: lengthBreaches,
  facts: [geneWraps],
  *findings(all, locate) {
    const { lengths } = all(genomeLengths);
    for (const [wrap, place] of all(geneWraps).wraps) {
      const genomeLength = lengths.get(wrap.phageId ?? '') ?? null;
      yield { ...wrapBreach(wrap, genomeLength), ...locate(place) };
    }
  },
  unreported: (all) => [
    'unexplained',
    all(geneWraps).more(),
    'genes whose Start lies before Stop, or that run through the origin',
  ],
};

/** Breaches of the Length of a gene that does not wrap around the origin. */
function lengthBreaches(gene: Gene): Breach[] {
  const { Start, Stop, Length, Translation } = gene;
  if (Start === null || Stop === null || Length === null || Length === Stop - Start) return [];
  if (wrapOf(gene) !== null) return [];
  if (Stop < Start) {
    return [
      {
        ...ofLength,
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
    return [
      { ...ofLength, kind: 'unexplained', expected, found: String(Length), hint: mayBeRight },
    ];
  }
  const found = `${Length}, as long as its Translation: a gene in two parts`;
  return [{ ...ofLength, kind: 'in-two-parts', expected, found, hint: realGenes }];
}

/**
 * The coordinates of a gene that may wrap around the origin; null for any other, also if Start and Stop are only
 * swapped.
 */
export function wrapOf({ PhageID, Start, Stop, Length }: Gene): Wrap | null {
  if (Start === null || Stop === null || Length === null) return null;
  if (Stop >= Start || Length === Start - Stop) return null;
  return { phageId: PhageID?.PhageID ?? null, start: Start, stop: Stop, length: Length };
}

/** Checks the gene against the length of its genome; null if that is unknown. */
export function wrapBreach({ start, stop, length }: Wrap, genomeLength: number | null): Breach {
  const real = { ...ofLength, kind: 'through-the-origin', hint: realGenes } as const;
  const expected = 'a gene that does not run through the origin';
  if (genomeLength === null) {
    const needed = length + start - stop;
    if (needed < start) {
      const wanted = `a Length of at least Stop ${stop}, if the gene runs through the origin`;
      const found = `${length} from Start ${start} to Stop ${stop}`;
      return { ...ofLength, kind: 'unexplained', expected: wanted, found, hint: mayBeRight };
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
    ...ofLength,
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
