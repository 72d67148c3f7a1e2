/** The rules on genomes, which are sources but not a collection: they are not records. */
import type { GenomePlace } from '../sequences/genomeStore.ts';
import { comparePlaces, type RecordPlace, showPlace } from '../text/findings.ts';
import { showString } from '../text/json.ts';
import { type Fact, type Joined, type NamedPlace, namesIn, type Rule } from './collection.ts';
import { featurePhages } from './features.ts';
import { genomeClaims, unknownPhages } from './phageRules.ts';
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

export const storedGenomes: Fact<
  StoredGenome,
  readonly StoredGenome[],
  Joined<readonly StoredGenome[]> & {
    /** Call after all are noted. The genomes of each name in source order; names in the order of their first genome. */
    readonly byName: () => ReadonlyMap<string, readonly PlacedGenome[]>;
  }
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
const genomeAsClaimed: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    const genomes = all(storedGenomes).byName();
    if (genomes.size === 0) return;
    for (const { phage, genome_length: length, gcpercent: gc, place } of all(genomeClaims).told()) {
      const [first] = genomes.get(phage) ?? [];
      if (first === undefined) continue;
      const { genome } = first;
      const asThere = `, as the genome at ${showPlace(locate(first.place))} has`;
      if (length !== null && length !== genome.length) {
        yield {
          rule: 'genome-length',
          ...locate(place),
          pointer: '/genome_length',
          expected: `${genome.length}${asThere}`,
          found: String(length),
        };
      }
      if (gc !== null && !isGc(gc, genome)) {
        const [, decimals = ''] = gc.split('.');
        const share = (100 * genome.strong) / Math.max(1, genome.plain);
        const wanted = showString(share.toFixed(Math.min(decimals.length, mostDigits)));
        const expected = `${wanted}${asThere}`;
        const found = showString(gc);
        yield { rule: 'genome-gc', ...locate(place), pointer: '/gcpercent', expected, found };
      }
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
  stated: string,
  { strong, plain, length }: Pick<StoredGenome, 'strong' | 'plain' | 'length'>,
): boolean {
  const [, decimals = ''] = stated.split('.');
  const half = 0.5 * 10 ** -decimals.length + tolerance;
  return [plain, length].some(
    (of) => Math.abs((100 * strong) / Math.max(1, of) - Number(stated)) <= half,
  );
}

/** Rule `genome-phage-known`. Names of phages that occur only in genomes are checked here. */
const genomePhageKnown: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    const here: NamedPlace[] = [];
    for (const [name, [first]] of all(storedGenomes).byName()) {
      if (first !== undefined) here.push({ name, pointer: '', place: first.place });
    }
    const others = [...namesIn(all(featurePhages), ''), ...phagesOfGenes(all)];
    yield* unknownPhages('genome-phage-known', here, others, all, locate);
  },
};

/** Rule `genome-name-unique`: a phage has one genome. */
const genomeNameUnique: Rule<StoredGenome> = {
  facts: [storedGenomes],
  *findings(all, locate) {
    for (const [name, [first, ...others]] of all(storedGenomes).byName()) {
      if (first === undefined) continue;
      for (const { genome, place } of others) {
        // Enough for the wording of a message.
        const isSame = genome.length === first.genome.length && genome.crc === first.genome.crc;
        const again = isSame ? 'the same' : 'another one';
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

export const genomeRules: readonly Rule<StoredGenome>[] = [
  genomePhageKnown,
  genomeNameUnique,
  genomeAsClaimed,
];
