/** Rules `genome-length` and `genome-gc`: a phage's record agrees with its genome. */
import type { Finding } from '../../findings/finding.ts';
import { type Locate, showPlace } from '../../findings/recordPlace.ts';
import { showString } from '../../json/showToken.ts';
import { genomeClaims, type PlacedClaim } from '../phages/genomeClaims.ts';
import type { JoinedFacts } from '../fact.ts';
import type { Rule } from '../rule.ts';
import { type PlacedGenome, type StoredGenome, storedGenomes } from './storedGenomes.ts';

export const genomeLength: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    for (const [{ genome_length: said, place }, { genome, place: at }] of claimed(all)) {
      if (said === null || said === genome.length) continue;
      yield finding('genome-length', place, `${genome.length}`, String(said), at, locate);
    }
  },
};

export const genomeGc: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    for (const [{ gcpercent: said, place }, { genome, place: at }] of claimed(all)) {
      if (said === null || isGc(said, genome)) continue;
      const [, decimals = ''] = said.split('.');
      const digits = Math.min(decimals.length, mostDigits);
      const wanted = showString(
        ((100 * genome.strong) / Math.max(1, genome.plain)).toFixed(digits),
      );
      yield finding('genome-gc', place, wanted, showString(said), at, locate);
    }
  },
};

// Further digits of a percentage are beyond the precision of a number.
const mostDigits = 15;
// For decimals that binary cannot represent exactly, such as 66.35.
const tolerance = 1e-9;

/**
 * Whether this is the GC content, rounded to the digits given: as a percentage of all bases, or of the unambiguous
 * ones.
 */
export function isGc(
  said: string,
  { strong, plain, length }: Pick<StoredGenome, 'strong' | 'plain' | 'length'>,
): boolean {
  const [, decimals = ''] = said.split('.');
  const half = 0.5 * 10 ** -decimals.length + tolerance;
  return [plain, length].some(
    (of) => Math.abs((100 * strong) / Math.max(1, of) - Number(said)) <= half,
  );
}

/** The records of phages that have a genome, each with the first genome of that name. */
function* claimed(all: JoinedFacts): Generator<[PlacedClaim, PlacedGenome]> {
  const genomes = all(storedGenomes).byName();
  if (genomes.size === 0) return;
  for (const claim of all(genomeClaims).claims) {
    const [first] = genomes.get(claim.phage) ?? [];
    if (first !== undefined) yield [claim, first];
  }
}

const pointers = { 'genome-length': '/genome_length', 'genome-gc': '/gcpercent' } as const;

function finding(
  rule: keyof typeof pointers,
  place: PlacedClaim['place'],
  wanted: string,
  found: string,
  genomeAt: PlacedGenome['place'],
  locate: Locate,
): Finding {
  const expected = `${wanted}, as the genome at ${showPlace(locate(genomeAt))} has`;
  return { rule, ...locate(place), pointer: pointers[rule], expected, found };
}
