/** A rule on the records of a collection (S3): its breaches in one record, and its findings between records. */
import type { Breach, Finding } from '../findings/finding.ts';
import type { CountedAs } from '../findings/findingKind.ts';
import type { GenomeOf } from '../genomes/genomeIndex.ts';
import type { Locate, RecordPlace } from '../findings/recordPlace.ts';
import type { Fact, JoinedFacts } from './fact.ts';

export interface Rule<Item> {
  /** What is wrong with a single record. The record matches its schema, except perhaps for nulls, which rules skip. */
  readonly breaches?: (record: Item, genomeOf: GenomeOf) => Breach[];
  /** What it needs to know of each record. */
  readonly facts?: readonly Fact<Item, unknown>[];
  /** What is wrong between records, of this collection or several. */
  readonly findings?: (all: JoinedFacts, locate: Locate) => Iterable<Finding>;
  /** Findings that are only counted: the rule or kind, their number, and what was expected. */
  readonly unreported?: (
    all: JoinedFacts,
  ) => readonly [as: CountedAs, count: number, expected: string];
  /** The names that have an address, which the hosts of a site must be able to serve. */
  readonly names?: (all: JoinedFacts) => Iterable<NamedPlace>;
}

/** A name at its first place. */
export interface NamedPlace {
  readonly name: string;
  readonly pointer: string;
  readonly place: RecordPlace;
}

/** A record whose fields may be null against its schema, as `--allow null-value` permits. */
export type MaybeNull<T> = T extends object ? { [K in keyof T]: MaybeNull<T[K]> | null } : T;
