/** The fact behind the rules on genomes: the place of each in the sources, and its counts of bases. */
import { type RecordPlace, comparePlaces } from '../../findings/recordPlace.ts';
import type { GenomePlace } from '../../genomes/genomeStore.ts';
import type { Collector, Fact, Joined } from '../fact.ts';

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

export interface PlacedGenome {
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
