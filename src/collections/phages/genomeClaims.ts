/** What the records of phages claim about their genomes, to compare with the genomes. */
import type { RecordPlace } from '../../findings/recordPlace.ts';
import type { Collector, Fact, Joined } from '../fact.ts';
import type { Phage } from './phageRecord.ts';

interface Claim {
  readonly phage: string;
  readonly genome_length: number | null;
  readonly gcpercent: string | null;
  readonly line: number;
}

export interface PlacedClaim extends Omit<Claim, 'line'> {
  readonly place: RecordPlace;
}

interface JoinedClaims extends Joined<readonly Claim[]> {
  /** In no particular order. */
  readonly claims: readonly PlacedClaim[];
}

export const genomeClaims: Fact<
  Phage,
  readonly Claim[],
  Collector<Phage, readonly Claim[]>,
  JoinedClaims
> = {
  name: 'genomeClaims',
  collect() {
    const claims: Claim[] = [];
    return {
      note({ phage_name: phage, genome_length, gcpercent }, line) {
        if (phage !== null) claims.push({ phage, genome_length, gcpercent, line });
      },
      finish: () => claims,
    };
  },
  join() {
    const claims: PlacedClaim[] = [];
    return {
      claims,
      take(piece, rank) {
        for (const { line, ...claim } of piece) claims.push({ ...claim, place: { rank, line } });
      },
    };
  },
};
