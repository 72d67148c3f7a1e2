/**
 * A fact: something that rules between records must know of each record. It is collected piece by piece, by threads
 * that know nothing of each other, kept in the cache, and joined when all pieces are read.
 */

export interface Collector<Item, Piece> {
  /** Notes a record that matches its schema, except perhaps for nulls. Records come in the order of their lines. */
  readonly note: (record: Item, line: number) => void;
  /** Notes the key of a record that was rejected. */
  readonly refuse?: (key: string) => void;
  /** What is known of the piece; it must survive `v8.serialize`. */
  readonly finish: () => Piece;
}

export interface Joined<Piece> {
  /** Takes the facts of the piece with that rank in source order; pieces may arrive in any order. */
  take(piece: Piece, rank: number): void;
}

export interface Fact<
  Item,
  Piece,
  Collects extends Collector<Item, Piece> = Collector<Item, Piece>,
  All extends Joined<Piece> = Joined<Piece>,
> {
  /** Unique among facts. */
  readonly name: string;
  readonly collect: () => Collects;
  /** Keeps about `maxFindings` contradictions; the rest are only counted. */
  readonly join: (maxFindings: number) => All;
}

/** The facts of a piece, by name. */
export type PieceFacts = Readonly<Record<string, unknown>>;

export interface FactCollectors {
  /** The collector of one of the facts, for code that bypasses whole records. */
  readonly of: <C extends Collector<never, unknown>>(fact: { readonly collect: () => C }) => C;
  readonly note: (record: unknown, line: number) => void;
  /** `keyOf` is called only if some fact needs the keys of rejected records; it gives null for a record without one. */
  readonly refuse: (keyOf: () => string | null) => void;
  readonly finish: () => PieceFacts;
}

/** The joined form of a fact of any collection. */
export type JoinedFacts = <All>(fact: { readonly join: (maxFindings: number) => All }) => All;

/** Collects the facts of one piece. */
export function createFactCollectors(facts: Iterable<Fact<never, unknown>>): FactCollectors {
  const collectors = new Map<object, Collector<never, unknown>>();
  const named: [name: string, Collector<never, unknown>][] = [];
  for (const fact of facts) {
    const collector = fact.collect();
    collectors.set(fact, collector);
    named.push([fact.name, collector]);
  }
  return {
    of<C>(fact: { readonly collect: () => C }) {
      const collector = collectors.get(fact);
      if (collector === undefined) throw new Error('a fact of another collection');
      return collector as C;
    },
    note(record, line) {
      for (const [, collector] of named) collector.note(record as never, line);
    },
    refuse(keyOf) {
      for (const [, { refuse }] of named) {
        const key = refuse === undefined ? null : keyOf();
        if (key !== null) refuse?.(key);
      }
    },
    finish: () => Object.fromEntries(named.map(([name, collector]) => [name, collector.finish()])),
  };
}
