/** All collections and the lists derived from them, and the rules between their records. */
import {
  type CollectionName,
  collectionNames,
  type DerivedName,
  type NamedCollection,
  type PerCollection,
} from '../contract/collectionName.ts';
import type { CountedAs, Finding, Locate } from '../text/findings.ts';
import {
  type Collection,
  type DerivedList,
  factsOf,
  type Joined,
  type JoinedFacts,
  type NamedPlace,
  type NamedRecords,
  type PieceFacts,
} from './collection.ts';
import { features } from './features.ts';
import { genes } from './genes.ts';
import { genomeRules } from './genomes.ts';
import { phages } from './phages.ts';
import { phams } from './phams.ts';

export const collections: PerCollection<Collection> &
  Readonly<Record<NamedCollection, NamedRecords>> = { phages, genes, features };

export const derivedLists: Readonly<Record<DerivedName, DerivedList>> = { phams };

/** The rules between records (S3) of all collections, which run once all pieces are read. */
export interface CrossRecordRules {
  /** Takes the facts of the piece with that rank in source order; pieces may arrive in any order. */
  readonly note: (facts: PieceFacts, rank: number) => void;
  /** Use this, and all below, only after everything is noted. */
  readonly all: JoinedFacts;
  readonly findings: (locate: Locate) => Iterable<Finding>;
  /** Counts of findings that are not listed one by one. */
  readonly unreported: () => readonly Unreported[];
  /** Every name that has an address, at its first place; one gene stands for all genes of a phage. */
  readonly names: () => Iterable<NamedPlace>;
}

interface Unreported {
  readonly collection: CollectionName;
  readonly as: CountedAs;
  readonly count: number;
  readonly expected: string;
}

/** Memory grows with the number of phages and gene families, not of genes; see `Fact.join` for `maxFindings`. */
export function createCrossRecordRules(maxFindings = Infinity): CrossRecordRules {
  const known = collectionNames.map((name) => collections[name]);
  const facts = [
    ...known.flatMap((collection) => [...factsOf(collection)]),
    ...new Set(genomeRules.flatMap((rule) => rule.facts ?? [])),
  ];
  const rules = [...known.flatMap((collection) => collection.rules), ...genomeRules];
  const joined = new Map<object, Joined<unknown>>();
  for (const fact of facts) joined.set(fact, fact.join(maxFindings));
  const all: JoinedFacts = <All>(fact: { readonly join: (max: number) => All }) => {
    const found = joined.get(fact);
    if (found === undefined) throw new Error('a fact that no rule has');
    return found as All;
  };
  return {
    all,
    note(pieces, rank) {
      for (const fact of facts) {
        if (fact.name in pieces) all(fact).take(pieces[fact.name], rank);
      }
    },
    *findings(locate) {
      for (const rule of rules) yield* rule.findings?.(all, locate) ?? [];
    },
    unreported: () =>
      collectionNames.flatMap((collection) =>
        collections[collection].rules.flatMap(({ unreported }) => {
          if (unreported === undefined) return [];
          const [as, count, expected] = unreported(all);
          return count === 0 ? [] : [{ collection, as, count, expected }];
        }),
      ),
    *names() {
      for (const rule of rules) yield* rule.names?.(all) ?? [];
    },
  };
}
