/** The rules on genomes, which are sources but not a collection: they are not records. */
import type { GenomePlace } from '../sequences/genomeStore.ts';
import {
  comparePlaces,
  type Finding,
  type Locate,
  type RecordPlace,
  showPlace,
} from '../text/findings.ts';
import { showString } from '../text/json.ts';
import {
  type Collector,
  type Fact,
  type Joined,
  type JoinedFacts,
  type NamedPlace,
  namesIn,
  type Rule,
} from './collection.ts';
import { featurePhages } from './features.ts';
import { phageNames } from './phageNames.ts';
import { genomeClaims, type PlacedClaim, refusedPhages, unknownPhages } from './phageRules.ts';
import { phagesOfGenes } from './summaries.ts';

/** A genome of a source. */
export interface StoredGenome extends Omit<GenomePlace, 'store'> {
  readonly name: string;
  /** Bases that are G or C. */
  readonly strong: number;
  /** Bases that are A, C, G, T or U. */
  readonly plain: number;
  /** The line of its header. */
  readonly line: number;
}

interface PlacedGenome {
  readonly genome: StoredGenome;
  readonly place: RecordPlace;
}

interface JoinedGenomes extends Joined<readonly StoredGenome[]> {
  /** Call after all are noted. The genomes of each name in source order; names in the order of their first genome. */
  readonly byName: () => ReadonlyMap<string, readonly PlacedGenome[]>;
}

export const storedGenomes: Fact<
  StoredGenome,
  readonly StoredGenome[],
  Collector<StoredGenome, readonly StoredGenome[]>,
  JoinedGenomes
> = {
  name: 'genomes',
  collect() {
    const genomes: StoredGenome[] = [];
    return { note: (genome) => void genomes.push(genome), finish: () => genomes };
  },
  join() {
    const taken: PlacedGenome[] = [];
    return {
      take(genomes, rank) {
        for (const genome of genomes) taken.push({ genome, place: { rank, line: genome.line } });
      },
      byName() {
        const names = new Map<string, PlacedGenome[]>();
        for (const one of taken.sort((a, b) => comparePlaces(a.place, b.place))) {
          const same = names.get(one.genome.name);
          if (same === undefined) names.set(one.genome.name, [one]);
          else same.push(one);
        }
        return names;
      },
    };
  },
};

/** Rules `genome-length` and `genome-gc`: a phage's record agrees with its genome. */
const genomeLength: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    for (const [{ genome_length: said, place }, { genome, place: at }] of claimed(all)) {
      if (said === null || said === genome.length) continue;
      yield finding('genome-length', place, `${genome.length}`, String(said), at, locate);
    }
  },
};

const genomeGc: Rule<StoredGenome> = {
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

/** Rule `genome-phage-known`. Names of phages that occur only in genomes are checked here. */
const genomePhageKnown: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    const here: NamedPlace[] = [];
    for (const [name, [first]] of all(storedGenomes).byName()) {
      if (first !== undefined) here.push({ name, pointer: '', place: first.place });
    }
    if (here.length === 0) return;
    const phages = [...namesIn(all(phageNames), '')];
    const others = [...namesIn(all(featurePhages), ''), ...phagesOfGenes(all, '')];
    const refused = all(refusedPhages).names;
    yield* unknownPhages({ rule: 'genome-phage-known', here, phages, refused, others }, locate);
  },
};

/** Rule `genome-name-unique`: a phage has one genome. */
const genomeNameUnique: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    for (const [name, [first, ...others]] of all(storedGenomes).byName()) {
      if (first === undefined) continue;
      for (const { genome, place } of others) {
        const again = areSame(genome, first.genome) ? 'the same' : 'another one';
        yield {
          rule: 'genome-name-unique',
          ...locate(place),
          pointer: '',
          expected: 'one genome of each phage',
          found: `${again} of ${showString(name)}, beside that at ${showPlace(locate(first.place))}`,
        };
      }
    }
  },
};

/** Same length and checksum: enough for the wording of a message. */
function areSame(one: StoredGenome, other: StoredGenome): boolean {
  return one.length === other.length && one.crc === other.crc;
}

export const genomeRules: readonly Rule<StoredGenome>[] = [
  genomePhageKnown,
  genomeNameUnique,
  genomeLength,
  genomeGc,
];
